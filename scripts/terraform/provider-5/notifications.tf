resource "cloudflare_notification_policy_webhooks" "chat" {
  account_id = var.account_id
  name       = "chat-five-${local.note}"
  url        = var.webhook_url
  secret     = "of-the-receiver"
}

resource "cloudflare_notification_policy" "pools" {
  account_id     = var.account_id
  name           = "pools-five"
  description    = var.changed ? null : "Of the shop"
  alert_type     = "load_balancing_health_alert"
  alert_interval = var.changed ? "1h" : "30m"
  mechanisms = {
    email    = [{ id = "operations@shop-five.test" }]
    webhooks = [{ id = cloudflare_notification_policy_webhooks.chat.id }]
  }
  filters = {
    pool_id      = [cloudflare_load_balancer_pool.main.id]
    new_health   = var.changed ? ["Unhealthy", "Healthy"] : ["Unhealthy"]
    event_source = var.changed ? null : ["pool"]
  }
}

resource "cloudflare_notification_policy" "logs" {
  account_id = var.account_id
  name       = "logs-five"
  enabled    = !var.changed
  alert_type = "failing_logpush_job_disabled_alert"
  mechanisms = { email = [{ id = "operations@shop-five.test" }] }
}
