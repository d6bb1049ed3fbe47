resource "cloudflare_load_balancer_monitor" "web" {
  account_id     = var.account_id
  type           = "http"
  path           = var.changed ? "/ready" : "/health"
  expected_codes = "2xx"
  interval       = 60
  description    = local.note

  dynamic "header" {
    for_each = var.changed ? [] : ["www.shop-four.test"]
    content {
      header = "Host"
      values = [header.value]
    }
  }
}

resource "cloudflare_load_balancer_pool" "main" {
  account_id  = var.account_id
  name        = "main-four"
  description = local.note
  monitor     = cloudflare_load_balancer_monitor.web.id

  origins {
    name    = "one"
    address = "192.0.2.1"
    weight  = 0.5
    header {
      header = "Host"
      values = ["www.shop-four.test"]
    }
  }
  origins {
    name    = "two"
    address = var.changed ? "192.0.2.3" : "192.0.2.2"
  }
  origin_steering {
    policy = "least_connections"
  }
}

resource "cloudflare_load_balancer" "www" {
  zone_id          = cloudflare_zone.shop.id
  name             = "www.shop-four.test"
  default_pool_ids = [cloudflare_load_balancer_pool.main.id]
  fallback_pool_id = cloudflare_load_balancer_pool.main.id
  description      = local.note
  proxied          = true
  session_affinity = "cookie"
  steering_policy  = var.changed ? "random" : "off"

  rules {
    name      = "closed"
    condition = "http.request.uri.path contains \"/closed\""
    fixed_response {
      message_body = local.note
      status_code  = 503
      content_type = "text/plain"
    }
  }
}
