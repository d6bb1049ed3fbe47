# What Rack reads of a request. Values of arrays and hashes are listed under their name.
require 'json'
require 'rack'
require 'rack/handler/webrick'

def leaves(value)
  case value
  when Array then value.flat_map { |each| leaves(each) }
  when Hash then value[:tempfile] ? [value[:tempfile].read] : value.values.flat_map { |each| leaves(each) }
  else [value.to_s]
  end
end

def pairs(values)
  values.flat_map { |name, value| leaves(value).map { |leaf| [name, leaf].map { |text| text.dup.force_encoding('UTF-8').scrub } } }
end

def found
  pairs(yield)
rescue StandardError
  []
end

app = lambda do |env|
  request = Rack::Request.new(env)
  read = {
    version: "Rack #{Rack.release}",
    query: found { request.GET },
    cookie: found { request.cookies },
    body: found { request.POST },
  }
  [200, { 'content-type' => 'application/json' }, [JSON.generate(read)]]
end

Rack::Handler::WEBrick.run(app, Host: '127.0.0.1', Port: ENV.fetch('PORT').to_i, AccessLog: [], Logger: WEBrick::Log.new(File::NULL))
