resource "cloudflare_notification_policy_webhooks" "chat" {
  account_id = var.account_id
  name       = "chat-four-${local.note}"
  url        = var.webhook_url
  secret     = "of-the-receiver"
}

resource "cloudflare_notification_policy" "pools" {
  account_id  = var.account_id
  name        = "pools-four"
  description = var.changed ? null : "Of the shop"
  enabled     = true
  alert_type  = "load_balancing_health_alert"
  email_integration {
    id = "operations@shop-four.test"
  }
  webhooks_integration {
    id = cloudflare_notification_policy_webhooks.chat.id
  }
  filters {
    pool_id      = [cloudflare_load_balancer_pool.main.id]
    new_health   = var.changed ? ["Unhealthy", "Healthy"] : ["Unhealthy"]
    event_source = var.changed ? null : ["pool"]
  }
}

resource "cloudflare_notification_policy" "logs" {
  account_id = var.account_id
  name       = "logs-four"
  enabled    = !var.changed
  alert_type = "failing_logpush_job_disabled_alert"
  email_integration {
    id = "operations@shop-four.test"
  }
}
