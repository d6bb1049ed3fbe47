locals {
  rules = {
    http_request_dynamic_redirect = [{
      action      = "redirect"
      expression  = "http.request.uri.path eq \"/old\""
      description = local.note
      action_parameters = {
        from_value = {
          status_code           = 301
          target_url            = { value = "https://www.shop-five.test/new" }
          preserve_query_string = true
        }
      }
    }]
    http_request_transform = [{
      action            = "rewrite"
      expression        = "http.request.uri.path eq \"/short\""
      description       = local.note
      action_parameters = { uri = { path = { value = "/long" } } }
    }]
    http_request_origin = [{
      action            = "route"
      expression        = "http.request.uri.path eq \"/api\""
      description       = local.note
      action_parameters = { host_header = "api.shop-five.test" }
    }]
    http_request_firewall_custom = [
      {
        action      = "block"
        expression  = "http.request.uri.path eq \"/admin\""
        description = local.note
      },
      {
        action            = "skip"
        expression        = "http.request.uri.path eq \"/status\""
        action_parameters = { ruleset = "current" }
        logging           = { enabled = true }
      },
    ]
    http_ratelimit = [{
      action      = "block"
      expression  = "http.request.uri.path eq \"/login\""
      description = local.note
      ratelimit = {
        characteristics     = ["cf.colo.id", "ip.src"]
        period              = 60
        requests_per_period = var.changed ? 20 : 10
        mitigation_timeout  = 60
      }
    }]
    http_request_firewall_managed = [
      {
        action            = "skip"
        expression        = "http.request.uri.path eq \"/upload\""
        description       = local.note
        action_parameters = { rulesets = ["4814384a9e5d4991b9815dcfc25d2f1f"] }
        logging           = { enabled = true }
      },
      {
        action      = "execute"
        expression  = "true"
        description = local.note
        action_parameters = {
          id = "4814384a9e5d4991b9815dcfc25d2f1f"
          overrides = {
            categories = [
              { category = "paranoia-level-3", enabled = var.changed },
              { category = "paranoia-level-4", enabled = false },
            ]
            rules = [{
              id              = "6179ae15870a4bb7b2d480d4843b323c"
              action          = var.changed ? "block" : "managed_challenge"
              score_threshold = var.changed ? 60 : 40
            }]
          }
        }
      },
      {
        action            = "execute"
        expression        = "true"
        action_parameters = {
          id = "efb7b8c949ac4650a09736fc376e9aee"
          overrides = {
            action     = "log"
            categories = [{ category = "html", action = var.changed ? "block" : "managed_challenge" }]
            rules      = [{ id = "214ecca4005c3c1aadc00b3bdb9194c0", enabled = var.changed }]
          }
        }
      },
    ]
    http_response_firewall_managed = [{
      action      = "execute"
      expression  = "true"
      description = local.note
      action_parameters = {
        id        = "e22d83c647c64a3eae91b71b499d988e"
        overrides = { categories = [{ category = "financial-data", enabled = var.changed }] }
      }
    }]
    http_response_cache_settings = [
      {
        action            = "set_cache_control"
        expression        = "http.request.uri.path eq \"/cached\""
        description       = local.note
        action_parameters = { s_maxage = { operation = "set", value = var.changed ? 120 : 60 } }
      },
      {
        action            = "set_cache_tags"
        expression        = "true"
        action_parameters = { operation = "add", values = ["shop"] }
      },
    ]
    http_request_late_transform = [{
      action      = "rewrite"
      expression  = "true"
      description = local.note
      action_parameters = {
        headers = {
          "X-From" = { operation = "set", value = local.note }
          "X-Path" = { operation = "set", expression = "http.request.uri.path" }
          "X-Gone" = { operation = "remove" }
        }
      }
    }]
    http_response_headers_transform = [{
      action            = "rewrite"
      expression        = "true"
      description       = local.note
      action_parameters = { headers = { "X-Served-By" = { operation = "add", value = "shop" } } }
    }]
    http_config_settings = [{
      action            = "set_config"
      expression        = "true"
      description       = local.note
      action_parameters = { email_obfuscation = false }
    }]
    http_request_cache_settings = [{
      action            = "set_cache_settings"
      expression        = "http.request.uri.path eq \"/cached\""
      description       = local.note
      action_parameters = { cache = true, edge_ttl = { mode = "override_origin", default = 60 } }
    }]
    http_response_compression = [{
      action            = "compress_response"
      expression        = "true"
      description       = local.note
      action_parameters = { algorithms = [{ name = "gzip" }] }
    }]
    http_custom_errors = [{
      action            = "serve_error"
      expression        = "http.response.code eq 500"
      description       = local.note
      action_parameters = { content = "Sorry", content_type = "text/plain", status_code = 503 }
    }]
    http_log_custom_fields = [{
      action            = "log_custom_field"
      expression        = "true"
      description       = local.note
      action_parameters = { request_fields = [{ name = "x-request-id" }], cookie_fields = [{ name = "shop" }] }
    }]
  }
}

resource "cloudflare_ruleset" "of_phase" {
  for_each = local.rules
  zone_id  = cloudflare_zone.shop.id
  name     = "Rules of ${each.key}"
  kind     = "zone"
  phase    = each.key
  rules    = each.value
}

# The rulesets that rules of these phases execute on the hosted platform do not exist here.
resource "cloudflare_ruleset" "without_rules" {
  for_each    = toset(["ddos_l7", "http_request_sanitize", "http_request_sbfm"])
  zone_id     = cloudflare_zone.shop.id
  name        = "Rules of ${each.key}"
  description = local.note
  kind        = "zone"
  phase       = each.key
}

resource "cloudflare_ruleset" "shared" {
  account_id = var.account_id
  name       = "Shared rules"
  kind       = "custom"
  phase      = "http_request_firewall_custom"
  rules = [{
    action      = "block"
    expression  = "http.request.uri.path eq \"/never\""
    description = local.note
  }]
}

resource "cloudflare_ruleset" "account" {
  account_id = var.account_id
  name       = "Entry point of the account"
  kind       = "root"
  phase      = "http_request_firewall_custom"
  rules = [{
    action            = "execute"
    expression        = "cf.zone.name eq \"shop-five.test\""
    description       = local.note
    action_parameters = { id = cloudflare_ruleset.shared.id }
  }]
}

resource "cloudflare_ruleset" "account_managed" {
  account_id = var.account_id
  name       = "Managed rules of the account"
  kind       = "root"
  phase      = "http_request_firewall_managed"
  rules = [{
    action            = "execute"
    expression        = "cf.zone.name eq \"shop-five.test\""
    description       = local.note
    action_parameters = { id = "c2e184081120413c86c3ab7e14069605" }
  }]
}
