terraform {
  required_providers {
    cloudflare = {
      source = "cloudflare/cloudflare"
    }
  }
}

variable "account_id" {
  type = string
}

# A receiver takes the test call of a new webhook.
variable "webhook_url" {
  type = string
}

# Whether each resource has its optional members.
variable "full" {
  type    = bool
  default = false
}

resource "cloudflare_zone" "shop" {
  account = { id = var.account_id }
  name    = "shop-sizes.test"
  type    = var.full ? "full" : null
  paused  = var.full ? true : null
}

resource "cloudflare_url_normalization_settings" "shop" {
  zone_id = cloudflare_zone.shop.id
  type    = var.full ? "rfc3986" : "cloudflare"
  scope   = var.full ? "both" : "incoming"
}

resource "cloudflare_zone_setting" "always_use_https" {
  zone_id    = cloudflare_zone.shop.id
  setting_id = "always_use_https"
  value      = var.full ? "on" : "off"
}

resource "cloudflare_zone_setting" "security_header" {
  zone_id    = cloudflare_zone.shop.id
  setting_id = "security_header"
  value = {
    strict_transport_security = {
      enabled            = var.full
      include_subdomains = var.full
      max_age            = var.full ? 86400 : 0
      nosniff            = var.full
      preload            = var.full
    }
  }
}

resource "cloudflare_zone_hold" "shop" {
  zone_id            = cloudflare_zone.shop.id
  include_subdomains = var.full ? true : null
}

resource "cloudflare_zone" "spare" {
  account = { id = var.account_id }
  name    = "spare-sizes.test"
}

resource "cloudflare_zone_subscription" "spare" {
  zone_id   = cloudflare_zone.spare.id
  frequency = var.full ? "monthly" : null
  rate_plan = { id = "business" }
}

resource "cloudflare_web3_hostname" "rpc" {
  zone_id     = cloudflare_zone.shop.id
  name        = "rpc.shop-sizes.test"
  target      = "ethereum"
  description = var.full ? "Calls of the shop" : null
  dnslink     = var.full ? "/ipns/shop-sizes.test" : null
}

resource "cloudflare_page_shield_policy" "checkout" {
  zone_id     = cloudflare_zone.shop.id
  action      = var.full ? "allow" : "log"
  description = var.full ? "Scripts of the shop" : "Scripts"
  enabled     = var.full
  expression  = "ends_with(http.request.uri.path, \"/checkout\")"
  value       = "script-src 'self'"
}

resource "cloudflare_page_rule" "upload" {
  zone_id  = cloudflare_zone.shop.id
  target   = "shop-sizes.test/upload/*"
  priority = var.full ? 2 : null
  status   = var.full ? "active" : null
  actions = {
    disable_security = true
    waf              = var.full ? "off" : null
  }
}
