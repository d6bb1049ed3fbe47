/** A script for wrk: pages with arguments and cookies, searches, forms and JSON, as a browser and an application send them. */
export const ordinaryTraffic = `
local agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
local function headers(more)
  local all = {
    ['User-Agent'] = agent,
    ['Accept'] = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    ['Accept-Language'] = 'en-GB,en;q=0.9,de;q=0.8',
    ['Accept-Encoding'] = 'gzip, deflate, br',
    ['Referer'] = 'https://www.shop.test/products?category=shoes&sort=price',
    ['Cookie'] = 'session=9f8a7c6b5d4e3f2a1b0c; _ga=GA1.2.1234567890.1700000000; theme=dark',
  }
  for name, value in pairs(more or {}) do all[name] = value end
  return all
end
local form = {['Content-Type'] = 'application/x-www-form-urlencoded'}
local json = {['Content-Type'] = 'application/json'}
local requests = {}
local function add(method, path, more, body)
  requests[#requests + 1] = {method, path, headers(more), body}
end
function init(args)
  for n = 1, 20 do
    add('GET', '/products/shoes/running-' .. n .. '?color=blue&size=' .. 36 + n .. '&utm_source=news')
    add('GET', '/search?q=summer+dress+for+' .. n .. '+people&page=' .. n .. '&sort=price')
    add('GET', '/assets/app.' .. n .. 'f3c9.js')
    add('GET', '/api/items/' .. n .. '?fields=id,name,price&filter=in_stock')
    add('POST', '/contact', form, 'name=Ada+Lovelace&email=ada%40shop.test&subject=Order+' .. n ..
      '&message=Dear+team%2C+my+parcel+has+not+arrived+yet.+Could+you+please+look+where+it+is%3F+Thanks%21')
    add('POST', '/api/cart', json, '{"items":[{"sku":"S-' .. n .. '","quantity":2,"note":"A gift, please wrap it"},{"sku":"T-9","quantity":1,"note":""}],"customer":{"name":"Ada Lovelace","city":"London"},"coupon":null}')
  end
  for n = 1, #requests do
    local each = requests[n]
    local all = each[3]
    all['Host'] = wrk.headers['Host']
    requests[n] = wrk.format(each[1], each[2], all, each[4])
  end
end
local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
`;
