# From few members to all of them.
resource "cloudflare_healthcheck" "growing" {
  zone_id               = cloudflare_zone.shop.id
  name                  = "growing-four"
  address               = "192.0.2.1"
  type                  = "HTTP"
  description           = var.changed ? "Of the shop" : null
  check_regions         = var.changed ? ["WEU", "ENAM"] : null
  interval              = var.changed ? 120 : null
  retries               = var.changed ? 1 : null
  timeout               = var.changed ? 10 : null
  consecutive_fails     = var.changed ? 3 : null
  consecutive_successes = var.changed ? 2 : null
  suspended             = var.changed ? true : null
  method                = var.changed ? "HEAD" : null
  path                  = var.changed ? "/health" : null
  port                  = var.changed ? 8080 : null
  expected_codes        = var.changed ? ["2xx", "302"] : null
  expected_body         = var.changed ? "alive" : null
  follow_redirects      = var.changed ? true : null

  dynamic "header" {
    for_each = var.changed ? ["www.shop-four.test"] : []
    content {
      header = "Host"
      values = [header.value]
    }
  }
}

# The other way.
resource "cloudflare_healthcheck" "shrinking" {
  zone_id           = cloudflare_zone.shop.id
  name              = "shrinking-four"
  address           = "192.0.2.1"
  type              = "HTTPS"
  port              = 443
  description       = var.changed ? null : "Of the shop"
  interval          = var.changed ? null : 120
  consecutive_fails = var.changed ? null : 3
  suspended         = var.changed ? null : true
  path              = var.changed ? null : "/health"
  expected_codes    = var.changed ? null : ["2xx"]
  allow_insecure    = var.changed ? null : true

  dynamic "header" {
    for_each = var.changed ? [] : ["www.shop-four.test"]
    content {
      header = "Host"
      values = [header.value]
    }
  }
}

resource "cloudflare_healthcheck" "database" {
  zone_id = cloudflare_zone.shop.id
  name    = "database-four"
  address = "192.0.2.1"
  type    = "TCP"
  port    = var.changed ? 5433 : 5432
}

resource "cloudflare_notification_policy" "health_checks" {
  account_id = var.account_id
  name       = "health-checks-four"
  enabled    = true
  alert_type = "health_check_status_notification"
  email_integration {
    id = "operations@shop-four.test"
  }
  filters {
    health_check_id = [cloudflare_healthcheck.database.id]
    status          = var.changed ? ["Unhealthy", "Healthy"] : ["Unhealthy"]
  }
}
