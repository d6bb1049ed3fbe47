resource "cloudflare_list" "offices" {
  account_id  = var.account_id
  kind        = "ip"
  name        = "offices_sizes"
  description = var.full ? "Networks of the shop" : null
  items       = local.offices[local.size]
}

resource "cloudflare_list" "moved" {
  account_id = var.account_id
  kind       = "redirect"
  name       = "moved_sizes"
  items = [{
    comment = var.full ? "moved" : null
    redirect = {
      source_url            = "shop-sizes.test/old"
      target_url            = "https://www.shop-sizes.test/new"
      status_code           = var.full ? 307 : null
      include_subdomains    = var.full ? true : null
      subpath_matching      = var.full ? true : null
      preserve_query_string = var.full ? true : null
      preserve_path_suffix  = var.full ? true : null
    }
  }]
}

resource "cloudflare_list" "hosts" {
  account_id = var.account_id
  kind       = "hostname"
  name       = "hosts_sizes"

  # Its items are resources of their own.
  lifecycle {
    ignore_changes = [items]
  }
}

resource "cloudflare_list_item" "host" {
  account_id = var.account_id
  list_id    = cloudflare_list.hosts.id
  hostname   = { url_hostname = "www.shop-sizes.test" }
  comment    = "of the shop"
}

locals {
  size = var.full ? "full" : "minimal"

  custom_rules = {
    minimal = [{
      action     = "block"
      expression = "http.request.uri.path eq \"/admin\""
    }]
    full = [
      {
        action      = "block"
        expression  = "http.request.uri.path eq \"/admin\""
        description = "Closed"
        action_parameters = {
          response = { status_code = 404, content = "Nothing", content_type = "text/plain" }
        }
      },
      {
        action            = "skip"
        expression        = "http.request.uri.path eq \"/status\""
        action_parameters = { ruleset = "current", products = ["waf"] }
        logging           = { enabled = true }
      },
    ]
  }

  offices = {
    minimal = [{ ip = "192.0.2.0/24" }]
    full    = [{ ip = "192.0.2.0/24", comment = "first" }, { ip = "198.51.100.1" }]
  }

  # Parameters of a rule in each phase.
  rules = {
    http_request_dynamic_redirect = {
      action  = "redirect"
      minimal = { from_value = { target_url = { value = "https://www.shop-sizes.test/new" } } }
      full = { from_value = {
        target_url            = { value = "https://www.shop-sizes.test/new" }
        status_code           = 301
        preserve_query_string = true
      } }
    }
    http_request_transform = {
      action  = "rewrite"
      minimal = { uri = { path = { value = "/long" } } }
      full    = { uri = { path = { value = "/long" }, query = { value = "a=b" } } }
    }
    http_request_origin = {
      action  = "route"
      minimal = { host_header = "api.shop-sizes.test" }
      full    = { host_header = "api.shop-sizes.test", origin = { host = "origin.shop-sizes.test", port = 8080 }, sni = { value = "api.shop-sizes.test" } }
    }
    http_request_late_transform = {
      action  = "rewrite"
      minimal = { headers = { "X-From" = { operation = "remove" } } }
      full    = { headers = { "X-From" = { operation = "remove" }, "X-Path" = { operation = "set", expression = "http.request.uri.path" } } }
    }
    http_response_headers_transform = {
      action  = "rewrite"
      minimal = { headers = { "X-From" = { operation = "remove" } } }
      full    = { headers = { "X-From" = { operation = "remove" }, "X-Served-By" = { operation = "add", value = "shop" } } }
    }
    http_request_cache_settings = {
      action  = "set_cache_settings"
      minimal = { cache = true }
      full    = { cache = true, edge_ttl = { mode = "override_origin", default = 60 }, browser_ttl = { mode = "override_origin", default = 30 } }
    }
    http_response_compression = {
      action  = "compress_response"
      minimal = { algorithms = [{ name = "gzip" }] }
      full    = { algorithms = [{ name = "brotli" }, { name = "gzip" }] }
    }
    http_custom_errors = {
      action  = "serve_error"
      minimal = { content = "Sorry", content_type = "text/plain" }
      full    = { content = "Sorry", content_type = "text/plain", status_code = 503 }
    }
    http_config_settings = {
      action  = "set_config"
      minimal = { email_obfuscation = false }
      full    = { email_obfuscation = false, automatic_https_rewrites = true }
    }
    http_log_custom_fields = {
      action  = "log_custom_field"
      minimal = { request_fields = [{ name = "x-request-id" }] }
      full    = { request_fields = [{ name = "x-request-id" }], cookie_fields = [{ name = "shop" }], response_fields = [{ name = "x-cache" }] }
    }
    http_request_firewall_managed = {
      action  = "execute"
      minimal = { id = "4814384a9e5d4991b9815dcfc25d2f1f" }
      full = {
        id = "4814384a9e5d4991b9815dcfc25d2f1f"
        overrides = {
          action     = "log"
          categories = [{ category = "paranoia-level-4", enabled = false }]
          rules      = [{ id = "6179ae15870a4bb7b2d480d4843b323c", action = "block", score_threshold = 60 }]
        }
      }
    }
  }
}

resource "cloudflare_ruleset" "of_phase" {
  for_each    = local.rules
  zone_id     = cloudflare_zone.shop.id
  name        = "Rules of ${each.key}"
  description = var.full ? "Of the shop" : null
  kind        = "zone"
  phase       = each.key
  rules = [{
    action            = each.value.action
    expression        = "true"
    action_parameters = each.value[local.size]
    description       = var.full ? "Of the shop" : null
    enabled           = var.full ? false : null
    ref               = var.full ? "of_the_shop" : null
  }]
}

resource "cloudflare_ruleset" "custom" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Custom rules"
  description = var.full ? "Of the shop" : null
  kind        = "zone"
  phase       = "http_request_firewall_custom"
  rules       = local.custom_rules[local.size]
}

resource "cloudflare_ruleset" "rates" {
  zone_id = cloudflare_zone.shop.id
  name    = "Rates"
  kind    = "zone"
  phase   = "http_ratelimit"
  rules = [{
    action      = "block"
    expression  = "http.request.uri.path eq \"/login\""
    description = var.full ? "Logins" : null
    ratelimit = {
      characteristics     = ["cf.colo.id", "ip.src"]
      period              = 60
      requests_per_period = 10
      mitigation_timeout  = 60
      counting_expression = var.full ? "http.response.code eq 401" : null
      requests_to_origin  = var.full ? true : null
    }
  }]
}

resource "cloudflare_ruleset" "empty" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Rules of ddos_l7"
  description = var.full ? "Of the shop" : null
  kind        = "zone"
  phase       = "ddos_l7"
}

resource "cloudflare_ruleset" "shared" {
  account_id  = var.account_id
  name        = "Shared rules"
  description = var.full ? "Of the shop" : null
  kind        = "custom"
  phase       = "http_request_firewall_custom"
  rules = var.full ? [{
    action     = "log"
    expression = "true"
  }] : null
}
