resource "cloudflare_ruleset" "redirects" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Redirects"
  description = ""
  kind        = "zone"
  phase       = "http_request_dynamic_redirect"
  rules {
    action      = "redirect"
    expression  = "http.request.uri.path eq \"/old\""
    description = local.note
    enabled     = true
    action_parameters {
      from_value {
        status_code = 301
        target_url {
          value = "https://www.shop-four.test/new"
        }
        preserve_query_string = true
      }
    }
  }
}

resource "cloudflare_ruleset" "transform" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Paths"
  description = ""
  kind        = "zone"
  phase       = "http_request_transform"
  rules {
    action      = "rewrite"
    expression  = "http.request.uri.path eq \"/short\""
    description = local.note
    enabled     = true
    action_parameters {
      uri {
        path {
          value = "/long"
        }
      }
    }
  }
}

resource "cloudflare_ruleset" "origin" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Origins"
  description = ""
  kind        = "zone"
  phase       = "http_request_origin"
  rules {
    action      = "route"
    expression  = "http.request.uri.path eq \"/api\""
    description = local.note
    enabled     = true
    action_parameters {
      host_header = "api.shop-four.test"
    }
  }
}

resource "cloudflare_ruleset" "custom" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Custom rules"
  description = ""
  kind        = "zone"
  phase       = "http_request_firewall_custom"
  rules {
    action      = "block"
    expression  = "http.request.uri.path eq \"/admin\""
    description = local.note
    enabled     = true
  }
  rules {
    action      = "skip"
    expression  = "http.request.uri.path eq \"/status\""
    description = "Status pages"
    enabled     = true
    action_parameters {
      ruleset = "current"
    }
    logging {
      enabled = true
    }
  }
}

resource "cloudflare_ruleset" "rates" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Rates"
  description = ""
  kind        = "zone"
  phase       = "http_ratelimit"
  rules {
    action      = "block"
    expression  = "http.request.uri.path eq \"/login\""
    description = local.note
    enabled     = true
    ratelimit {
      characteristics     = ["cf.colo.id", "ip.src"]
      period              = 60
      requests_per_period = var.changed ? 20 : 10
      mitigation_timeout  = 60
    }
  }
}

resource "cloudflare_ruleset" "request_headers" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Request headers"
  description = ""
  kind        = "zone"
  phase       = "http_request_late_transform"
  rules {
    action      = "rewrite"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      headers {
        name      = "X-From"
        operation = "set"
        value     = local.note
      }
      headers {
        name      = "X-Gone"
        operation = "remove"
      }
    }
  }
}

resource "cloudflare_ruleset" "response_headers" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Response headers"
  description = ""
  kind        = "zone"
  phase       = "http_response_headers_transform"
  rules {
    action      = "rewrite"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      headers {
        name      = "X-Served-By"
        operation = "set"
        value     = "shop"
      }
    }
  }
}

resource "cloudflare_ruleset" "log_fields" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Log fields"
  description = ""
  kind        = "zone"
  phase       = "http_log_custom_fields"
  rules {
    action      = "log_custom_field"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      request_fields = ["x-request-id"]
      cookie_fields  = ["shop"]
    }
  }
}

resource "cloudflare_ruleset" "shared" {
  account_id  = var.account_id
  name        = "Shared rules"
  description = ""
  kind        = "custom"
  phase       = "http_request_firewall_custom"
  rules {
    action      = "block"
    expression  = "http.request.uri.path eq \"/never\""
    description = local.note
    enabled     = true
  }
}

resource "cloudflare_ruleset" "account" {
  account_id  = var.account_id
  name        = "Entry point of the account"
  description = ""
  kind        = "root"
  phase       = "http_request_firewall_custom"
  rules {
    action      = "execute"
    expression  = "cf.zone.name eq \"shop-four.test\""
    description = local.note
    enabled     = true
    action_parameters {
      id = cloudflare_ruleset.shared.id
    }
  }
}

resource "cloudflare_ruleset" "managed" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Managed rules"
  description = ""
  kind        = "zone"
  phase       = "http_request_firewall_managed"
  rules {
    action      = "skip"
    expression  = "http.request.uri.path eq \"/upload\""
    description = local.note
    enabled     = true
    action_parameters {
      rulesets = ["4814384a9e5d4991b9815dcfc25d2f1f"]
    }
    logging {
      enabled = true
    }
  }
  rules {
    action      = "execute"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      id = "4814384a9e5d4991b9815dcfc25d2f1f"
      overrides {
        categories {
          category = "paranoia-level-3"
          enabled  = var.changed
        }
        categories {
          category = "paranoia-level-4"
          enabled  = false
        }
        rules {
          id              = "6179ae15870a4bb7b2d480d4843b323c"
          action          = var.changed ? "block" : "managed_challenge"
          score_threshold = var.changed ? 60 : 40
        }
      }
    }
  }
  rules {
    action      = "execute"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      id = "efb7b8c949ac4650a09736fc376e9aee"
      overrides {
        action = "log"
        categories {
          category = "html"
          action   = var.changed ? "block" : "managed_challenge"
        }
        rules {
          id      = "214ecca4005c3c1aadc00b3bdb9194c0"
          enabled = var.changed
        }
      }
    }
  }
}

resource "cloudflare_ruleset" "managed_of_responses" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Managed rules of responses"
  description = ""
  kind        = "zone"
  phase       = "http_response_firewall_managed"
  rules {
    action      = "execute"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      id = "e22d83c647c64a3eae91b71b499d988e"
      overrides {
        categories {
          category = "financial-data"
          enabled  = var.changed
        }
      }
    }
  }
}

resource "cloudflare_ruleset" "config" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Configuration"
  description = ""
  kind        = "zone"
  phase       = "http_config_settings"
  rules {
    action      = "set_config"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      email_obfuscation = false
    }
  }
}

resource "cloudflare_ruleset" "cache" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Cache"
  description = ""
  kind        = "zone"
  phase       = "http_request_cache_settings"
  rules {
    action      = "set_cache_settings"
    expression  = "http.request.uri.path eq \"/cached\""
    description = local.note
    enabled     = true
    action_parameters {
      cache = true
      edge_ttl {
        mode    = "override_origin"
        default = 60
      }
    }
  }
}

resource "cloudflare_ruleset" "compression" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Compression"
  description = ""
  kind        = "zone"
  phase       = "http_response_compression"
  rules {
    action      = "compress_response"
    expression  = "true"
    description = local.note
    enabled     = true
    action_parameters {
      algorithms {
        name = "gzip"
      }
    }
  }
}

resource "cloudflare_ruleset" "errors" {
  zone_id     = cloudflare_zone.shop.id
  name        = "Errors"
  description = ""
  kind        = "zone"
  phase       = "http_custom_errors"
  rules {
    action      = "serve_error"
    expression  = "http.response.code eq 500"
    description = local.note
    enabled     = true
    action_parameters {
      content      = "Sorry"
      content_type = "text/plain"
      status_code  = 503
    }
  }
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
