resource "cloudflare_load_balancer_monitor" "web" {
  account_id     = var.account_id
  type           = "http"
  path           = var.changed ? "/ready" : "/health"
  expected_codes = "2xx"
  interval       = 60
  description    = var.changed ? null : "Of the shop"
  header         = var.changed ? null : { Host = ["www.shop-five.test"] }
}

resource "cloudflare_load_balancer_monitor" "database" {
  account_id = var.account_id
  type       = "tcp"
  port       = var.changed ? 5433 : 5432
}

resource "cloudflare_load_balancer_monitor_group" "all" {
  account_id  = var.account_id
  description = local.note
  members = [
    {
      monitor_id      = cloudflare_load_balancer_monitor.web.id
      enabled         = true
      monitoring_only = false
      must_be_healthy = true
    },
    {
      monitor_id      = cloudflare_load_balancer_monitor.database.id
      enabled         = true
      monitoring_only = !var.changed
      must_be_healthy = false
    },
  ]
}

resource "cloudflare_load_balancer_pool" "main" {
  account_id  = var.account_id
  name        = "main-five"
  description = local.note
  monitor     = cloudflare_load_balancer_monitor.web.id
  origins = [
    { name = "one", address = "192.0.2.1", weight = 0.5, header = { host = ["www.shop-five.test"] } },
    { name = "two", address = "192.0.2.2", port = var.changed ? 8080 : 80 },
  ]
  origin_steering = { policy = "least_connections" }
  load_shedding   = { default_percent = var.changed ? 20 : 10, default_policy = "random" }
}

resource "cloudflare_load_balancer_pool" "spare" {
  account_id    = var.account_id
  name          = "spare-five"
  monitor_group = cloudflare_load_balancer_monitor_group.all.id
  enabled       = !var.changed
  origins       = [{ name = "one", address = "192.0.2.3", enabled = true }]
}

resource "cloudflare_load_balancer" "www" {
  zone_id          = cloudflare_zone.shop.id
  name             = "www.shop-five.test"
  default_pools    = [cloudflare_load_balancer_pool.main.id]
  fallback_pool    = cloudflare_load_balancer_pool.spare.id
  description      = local.note
  proxied          = true
  session_affinity = "cookie"
  steering_policy  = var.changed ? "random" : "off"
  rules = [{
    name      = "closed"
    condition = "http.request.uri.path contains \"/closed\""
    fixed_response = {
      message_body = local.note
      status_code  = 503
      content_type = "text/plain"
    }
  }]
}
