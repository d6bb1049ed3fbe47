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
