resource "cloudflare_logpush_job" "requests" {
  zone_id          = cloudflare_zone.shop.id
  name             = "requests"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "file://requests-five"
  filter = jsonencode({
    where = { key = "EdgeResponseStatus", operator = "geq", value = var.changed ? 500 : 400 }
  })
  output_options = {
    field_names      = var.changed ? ["RayID"] : ["RayID", "EdgeResponseStatus"]
    timestamp_format = "rfc3339"
    sample_rate      = var.changed ? 0.5 : 1
    cve_2021_44228   = true
  }
  max_upload_interval_seconds = 60
}

resource "cloudflare_logpush_job" "changes" {
  account_id       = var.account_id
  dataset          = "audit_logs"
  destination_conf = "file://changes-five"
  enabled          = var.changed
}
