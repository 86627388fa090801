import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** A program that speaks the protocol, behind the adapter of a suite: $PROGRAM is its command. */
@SuppressWarnings("unchecked")
class Adapter {
  static final Map<String, String> READINGS = Map.of();
  private static final Process PROGRAM = begun();
  private static final BufferedReader OUT = PROGRAM.inputReader(StandardCharsets.UTF_8);
  private static final BufferedWriter IN = PROGRAM.outputWriter(StandardCharsets.UTF_8);
  private Map<String, Object> told;

  private static Process begun() {
    try {
      var command = List.of("sh", "-c", "exec " + System.getenv("PROGRAM"));
      Process program = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Runtime.getRuntime().addShutdownHook(new Thread(program::destroy));
      return program;
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static Map<String, Object> ask(Map<String, Object> request) {
    try {
      request.put("id", 1);
      request.put("tell", List.of("legal", "state"));
      IN.write(json(request) + "\n");
      IN.flush();
      var answer = (Map<String, Object>) new Json(OUT.readLine()).value();
      if (answer.containsKey("error") || answer.containsKey("skip")) throw new IllegalStateException(answer.toString());
      return answer;
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static String json(Object value) {
    if (value instanceof Map<?, ?> map) {
      var parts = new StringJoiner(",", "{", "}");
      map.forEach((name, part) -> parts.add(json(name) + ":" + json(part)));
      return parts.toString();
    }
    if (value instanceof List<?> list) {
      var parts = new StringJoiner(",", "[", "]");
      list.forEach(part -> parts.add(json(part)));
      return parts.toString();
    }
    return value instanceof String text ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : String.valueOf(value);
  }

  Adapter(Map<String, Object> rules, Map<String, Object> position, List<Object> moves) {
    var request = new HashMap<String, Object>(rules);
    request.put("ask", "start");
    request.put("position", position);
    told = ask(request);
  }

  List<String> legal() { return (List<String>) told.get("legal"); }

  boolean play(String move) {
    var answer = ask(new HashMap<>(Map.of("ask", "play", "move", move)));
    if (answer.containsKey("refused")) return false;
    told = answer;
    return true;
  }

  String turn() { return (String) told.get("turn"); }

  Map<String, Object> position() { return (Map<String, Object>) told.get("state"); }

  Map<String, Object> outcome() { return (Map<String, Object>) told.get("outcome"); }
}
