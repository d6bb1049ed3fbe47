resource "cloudflare_load_balancer_monitor" "web" {
  account_id       = var.account_id
  type             = var.full ? "https" : null
  description      = var.full ? "Of the shop" : null
  method           = var.full ? "HEAD" : null
  path             = var.full ? "/health" : null
  port             = var.full ? 8443 : null
  header           = var.full ? { Host = ["www.shop-sizes.test"] } : null
  expected_codes   = var.full ? "2xx" : null
  expected_body    = var.full ? "alive" : null
  interval         = var.full ? 120 : null
  timeout          = var.full ? 10 : null
  retries          = var.full ? 1 : null
  consecutive_up   = var.full ? 2 : null
  consecutive_down = var.full ? 3 : null
  follow_redirects = var.full ? true : null
  allow_insecure   = var.full ? true : null
  probe_zone       = var.full ? "shop-sizes.test" : null
}

resource "cloudflare_load_balancer_monitor" "database" {
  account_id  = var.account_id
  type        = "tcp"
  port        = 5432
  description = var.full ? "Of the shop" : null
  method      = var.full ? "connection_established" : null
  interval    = var.full ? 120 : null
}

resource "cloudflare_load_balancer_monitor" "mail" {
  account_id  = var.account_id
  type        = "smtp"
  port        = 25
  description = var.full ? "Of the shop" : null
}

resource "cloudflare_load_balancer_monitor_group" "all" {
  account_id  = var.account_id
  description = var.full ? "Of the shop" : ""
  members = [{
    monitor_id      = cloudflare_load_balancer_monitor.web.id
    enabled         = true
    monitoring_only = false
    must_be_healthy = var.full
  }]
}

resource "cloudflare_load_balancer_pool" "main" {
  account_id         = var.account_id
  name               = "main-sizes"
  description        = var.full ? "Of the shop" : null
  enabled            = var.full ? false : null
  minimum_origins    = var.full ? 2 : null
  monitor            = var.full ? cloudflare_load_balancer_monitor.web.id : null
  check_regions      = var.full ? ["WEU"] : null
  latitude           = var.full ? 52.5 : null
  longitude          = var.full ? 13.4 : null
  notification_email = var.full ? "operations@shop-sizes.test" : null
  notification_filter = var.full ? {
    pool   = { healthy = false }
    origin = { disable = true }
  } : null
  origin_steering = var.full ? { policy = "least_connections" } : null
  origins = [
    {
      name    = "one"
      address = "192.0.2.1"
      enabled = var.full ? false : null
      port    = var.full ? 8080 : null
      weight  = var.full ? 0.5 : null
      header  = var.full ? { host = ["www.shop-sizes.test"] } : null
    },
    { name = "two", address = "192.0.2.2" },
  ]
}

resource "cloudflare_load_balancer_pool" "spare" {
  account_id    = var.account_id
  name          = "spare-sizes"
  monitor_group = var.full ? cloudflare_load_balancer_monitor_group.all.id : null
  origins       = [{ name = "one", address = "192.0.2.3" }]
  load_shedding = {
    default_percent = var.full ? 20 : null
    default_policy  = var.full ? "hash" : null
    session_percent = var.full ? 10 : null
    session_policy  = var.full ? "hash" : null
  }
}

resource "cloudflare_load_balancer" "www" {
  zone_id              = cloudflare_zone.shop.id
  name                 = "www.shop-sizes.test"
  default_pools        = [cloudflare_load_balancer_pool.main.id]
  fallback_pool        = cloudflare_load_balancer_pool.main.id
  description          = var.full ? "Of the shop" : null
  enabled              = var.full ? false : null
  proxied              = var.full ? true : null
  session_affinity     = var.full ? "cookie" : null
  session_affinity_ttl = var.full ? 3600 : null
  session_affinity_attributes = var.full ? {
    samesite               = "Lax"
    secure                 = "Always"
    drain_duration         = 60
    zero_downtime_failover = "temporary"
  } : null
  steering_policy   = var.full ? "random" : null
  random_steering   = var.full ? { default_weight = 0.5, pool_weights = { (cloudflare_load_balancer_pool.main.id) = 0.3 } } : null
  adaptive_routing  = var.full ? { failover_across_pools = true } : null
  location_strategy = var.full ? { mode = "resolver_ip", prefer_ecs = "always" } : null
  country_pools     = var.full ? { DE = [cloudflare_load_balancer_pool.main.id] } : null
  region_pools      = var.full ? { WEU = [cloudflare_load_balancer_pool.main.id] } : null
  rules = var.full ? [{
    name      = "closed"
    condition = "http.request.uri.path contains \"/closed\""
    fixed_response = {
      message_body = "Closed"
      status_code  = 503
      content_type = "text/plain"
    }
  }] : null
}

# Its optional numbers apply to balancers that are not proxied.
resource "cloudflare_load_balancer" "dns" {
  zone_id       = cloudflare_zone.shop.id
  name          = "dns.shop-sizes.test"
  default_pools = [cloudflare_load_balancer_pool.main.id]
  fallback_pool = cloudflare_load_balancer_pool.main.id
  ttl           = var.full ? 60 : null
}

resource "cloudflare_healthcheck" "web" {
  zone_id               = cloudflare_zone.shop.id
  name                  = "web-sizes"
  address               = "192.0.2.1"
  type                  = var.full ? "HTTPS" : null
  description           = var.full ? "Of the shop" : null
  check_regions         = var.full ? ["WEU", "ENAM"] : null
  interval              = var.full ? 120 : null
  retries               = var.full ? 1 : null
  timeout               = var.full ? 10 : null
  consecutive_fails     = var.full ? 3 : null
  consecutive_successes = var.full ? 2 : null
  suspended             = var.full ? true : null
  http_config = var.full ? {
    method           = "HEAD"
    path             = "/health"
    port             = 443
    expected_codes   = ["2xx", "302"]
    expected_body    = "alive"
    follow_redirects = true
    allow_insecure   = true
    header           = { Host = ["www.shop-sizes.test"] }
  } : null
}

resource "cloudflare_healthcheck" "database" {
  zone_id    = cloudflare_zone.shop.id
  name       = "database-sizes"
  address    = "192.0.2.1"
  type       = "TCP"
  tcp_config = var.full ? { method = "connection_established", port = 5432 } : null
}
