import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;

/** What Tomcat reads of a request. */
public class TomcatApp extends HttpServlet {
  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(Integer.parseInt(System.getenv("PORT")));
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    var context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "app", new TomcatApp()).setMultipartConfigElement(new MultipartConfigElement(""));
    context.addServletMappingDecoded("/", "app");
    tomcat.start();
    tomcat.getServer().await();
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
    StringBuilder values = new StringBuilder();
    StringBuilder cookies = new StringBuilder();
    request.getParameterMap().forEach((name, each) -> {
      for (String value : each) add(values, name, value);
    });
    if (request.getCookies() != null) for (Cookie each : request.getCookies()) add(cookies, each.getName(), each.getValue());
    try {
      for (Part part : request.getParts()) {
        if (part.getSubmittedFileName() != null) {
          add(values, part.getName(), new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    } catch (Exception | Error refused) {
      // Not a multipart form, or one that Tomcat refuses.
    }
    boolean hasBody = request.getMethod().equals("POST");
    response.setContentType("application/json");
    response.setCharacterEncoding("UTF-8");
    response.getWriter().printf("{\"version\":%s,\"query\":[%s],\"cookie\":[%s],\"body\":[%s]}",
        quoted(ServerInfo.getServerInfo()), hasBody ? "" : values, cookies, hasBody ? values : "");
  }

  private static void add(StringBuilder list, String name, String value) {
    if (!list.isEmpty()) list.append(',');
    list.append('[').append(quoted(name)).append(',').append(quoted(value)).append(']');
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      if (each < ' ' || each == '"' || each == '\\' || each > '~') json.append(String.format("\\u%04x", (int) each));
      else json.append(each);
    }
    return json.append('"').toString();
  }
}
