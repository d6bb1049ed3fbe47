# From few members to all of them.
resource "cloudflare_healthcheck" "growing" {
  zone_id               = cloudflare_zone.shop.id
  name                  = "growing-five"
  address               = "192.0.2.1"
  type                  = var.changed ? "HTTPS" : null
  description           = var.changed ? "Of the shop" : null
  check_regions         = var.changed ? ["WEU", "ENAM"] : null
  interval              = var.changed ? 120 : null
  retries               = var.changed ? 1 : null
  timeout               = var.changed ? 10 : null
  consecutive_fails     = var.changed ? 3 : null
  consecutive_successes = var.changed ? 2 : null
  suspended             = var.changed ? true : null
  http_config = var.changed ? {
    method           = "HEAD"
    path             = "/health"
    port             = 443
    expected_codes   = ["2xx", "302"]
    expected_body    = "alive"
    follow_redirects = true
    allow_insecure   = true
    header           = { Host = ["www.shop-five.test"], "X-Check" = ["one", "two"] }
  } : null
}

# The other way.
resource "cloudflare_healthcheck" "shrinking" {
  zone_id               = cloudflare_zone.shop.id
  name                  = "shrinking-five"
  address               = "192.0.2.1"
  description           = var.changed ? null : "Of the shop"
  check_regions         = var.changed ? null : ["WEU"]
  interval              = var.changed ? null : 120
  consecutive_fails     = var.changed ? null : 3
  consecutive_successes = var.changed ? null : 2
  suspended             = var.changed ? null : true
  http_config = var.changed ? null : {
    method         = "HEAD"
    path           = "/health"
    port           = 8080
    expected_codes = ["2xx"]
    expected_body  = "alive"
    header         = { Host = ["www.shop-five.test"] }
  }
}

# Without settings: the port is that of the type.
resource "cloudflare_healthcheck" "tls" {
  zone_id     = cloudflare_zone.shop.id
  name        = "tls-five"
  address     = "192.0.2.1"
  type        = "HTTPS"
  description = local.note
}

resource "cloudflare_healthcheck" "database" {
  zone_id    = cloudflare_zone.shop.id
  name       = "database-five"
  address    = "192.0.2.1"
  type       = "TCP"
  tcp_config = { port = var.changed ? 5433 : 5432 }
}

resource "cloudflare_notification_policy" "health_checks" {
  account_id = var.account_id
  name       = "health-checks-five"
  alert_type = "health_check_status_notification"
  mechanisms = { email = [{ id = "operations@shop-five.test" }] }
  filters = {
    health_check_id = [cloudflare_healthcheck.tls.id]
    status          = var.changed ? ["Unhealthy", "Healthy"] : ["Unhealthy"]
  }
}
