locals {
  settings = {
    always_use_https = var.changed ? "on" : "off"
    min_tls_version  = var.changed ? "1.2" : "1.1"
    tls_1_3          = "on"
    http2            = "on"
    websockets       = var.changed ? "off" : "on"
    challenge_ttl    = var.changed ? 2700 : 1800
    brotli           = var.changed ? "off" : "on"
  }
}

resource "cloudflare_zone_setting" "of_shop" {
  for_each   = local.settings
  zone_id    = cloudflare_zone.shop.id
  setting_id = each.key
  value      = each.value
}

resource "cloudflare_zone_setting" "security_header" {
  zone_id    = cloudflare_zone.shop.id
  setting_id = "security_header"
  value = {
    strict_transport_security = {
      enabled            = true
      include_subdomains = var.changed
      max_age            = 86400
      nosniff            = true
      preload            = false
    }
  }
}

# A zone of its own: what other resources may have depends on the plan.
resource "cloudflare_zone" "spare" {
  account = { id = var.account_id }
  name    = "spare-five.test"
}

resource "cloudflare_zone_subscription" "spare" {
  zone_id   = cloudflare_zone.spare.id
  frequency = "monthly"
  rate_plan = { id = var.changed ? "business" : "enterprise" }
}

resource "cloudflare_zone_hold" "shop" {
  zone_id            = cloudflare_zone.shop.id
  include_subdomains = var.changed
}
