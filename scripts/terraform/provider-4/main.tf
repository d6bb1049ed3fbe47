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

# The second apply sets it, so that every resource is updated in place.
variable "changed" {
  type    = bool
  default = false
}

locals {
  note = var.changed ? "changed" : "first"
}

resource "cloudflare_zone" "shop" {
  account_id = var.account_id
  zone       = "shop-four.test"
  paused     = var.changed
}

resource "cloudflare_url_normalization_settings" "shop" {
  zone_id = cloudflare_zone.shop.id
  type    = "cloudflare"
  scope   = var.changed ? "both" : "incoming"
}
