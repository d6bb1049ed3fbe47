resource "cloudflare_account" "branch" {
  name     = "Branch"
  settings = { abuse_contact_email = var.full ? "abuse@shop-sizes.test" : null }
}

resource "cloudflare_user" "administrator" {
  first_name = var.full ? "Ada" : null
  last_name  = var.full ? "Lovelace" : null
  telephone  = var.full ? "+44 20 7946 0000" : null
  country    = var.full ? "GB" : null
  zipcode    = var.full ? "W1" : null
}

locals {
  times     = var.full ? { not_before = "2026-01-01T00:00:00Z", expires_on = "2040-01-01T00:00:00Z" } : { not_before = null, expires_on = null }
  condition = var.full ? { request_ip = { in = ["192.0.2.0/24"], not_in = ["192.0.2.1/32"] } } : null
}

resource "cloudflare_api_token" "reader" {
  name = "sizes"
  policies = [{
    effect            = "allow"
    permission_groups = [{ id = "c8fed203ed3043cba015a93ad1616f1f" }]
    resources         = jsonencode({ "com.cloudflare.api.account.zone.*" = "*" })
  }]
  not_before = local.times.not_before
  expires_on = local.times.expires_on
  condition  = local.condition
}

resource "cloudflare_account_token" "reader" {
  account_id = var.account_id
  name       = "sizes"
  policies = [{
    effect            = "allow"
    permission_groups = [{ id = "c1fde68c7bcc44588cbb6ddbc16d6480" }]
    resources         = jsonencode({ "com.cloudflare.api.account.${var.account_id}" = "*" })
  }]
  not_before = local.times.not_before
  expires_on = local.times.expires_on
  condition  = local.condition
}

resource "cloudflare_notification_policy_webhooks" "chat" {
  account_id = var.account_id
  name       = "chat-sizes"
  url        = var.webhook_url
  secret     = var.full ? "of-the-receiver" : null
}

resource "cloudflare_notification_policy" "pools" {
  account_id     = var.account_id
  name           = "pools-sizes"
  alert_type     = "load_balancing_health_alert"
  description    = var.full ? "Of the shop" : null
  enabled        = var.full ? false : null
  alert_interval = var.full ? "30m" : null
  mechanisms = {
    email    = [{ id = "operations@shop-sizes.test" }]
    webhooks = var.full ? [{ id = cloudflare_notification_policy_webhooks.chat.id }] : null
  }
  filters = var.full ? {
    pool_id      = [cloudflare_load_balancer_pool.main.id]
    new_health   = ["Unhealthy"]
    event_source = ["pool"]
  } : null
}

resource "cloudflare_logpush_job" "requests" {
  zone_id                     = cloudflare_zone.shop.id
  destination_conf            = "file://requests-sizes"
  name                        = var.full ? "requests" : null
  enabled                     = var.full ? true : null
  filter                      = var.full ? jsonencode({ where = { key = "EdgeResponseStatus", operator = "geq", value = 400 } }) : null
  max_upload_bytes            = var.full ? 5000000 : null
  max_upload_records          = var.full ? 1000 : null
  max_upload_interval_seconds = var.full ? 60 : null
  output_options = var.full ? {
    field_names       = ["RayID", "EdgeResponseStatus"]
    output_type       = "csv"
    timestamp_format  = "rfc3339"
    sample_rate       = 0.5
    cve_2021_44228    = true
    merge_subrequests = true
    batch_prefix      = "<"
    batch_suffix      = ">"
    record_prefix     = "["
    record_suffix     = "]"
    record_delimiter  = ";"
    field_delimiter   = "|"
  } : null
}

# With the older way to name fields.
resource "cloudflare_logpush_job" "older" {
  zone_id          = cloudflare_zone.shop.id
  dataset          = var.full ? "http_requests" : null
  destination_conf = "file://older-sizes"
  logpull_options  = var.full ? "fields=RayID&timestamps=rfc3339" : null
}
