// The trader phase of Puerto Rico: one barrel each, of a kind that the house has not.
//
//     rulecheck conform puerto_rico -- java -cp gson.jar examples/java/Trader.java
//
// A part of a game that speaks the protocol of docs/protocol.md, in one file (Java 17 or newer) with Gson for JSON
// (Debian: libgoogle-gson-java, /usr/share/java/gson.jar).  Words such as `trader.sell` are clauses of the rulebook.

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Trader {
    private static final List<String> KINDS = List.of("corn", "indigo", "sugar", "tobacco", "coffee"); // price 0 to 4
    private static final int PLACES = 4;

    /** A player, as far as selling goes. */
    private static final class Player {
        final String seat;
        final Map<String, Integer> goods = new LinkedHashMap<>();
        final JsonObject city;
        int doubloons;

        Player(String seat, JsonObject board) {
            this.seat = seat;
            doubloons = board.get("doubloons").getAsInt();
            city = board.getAsJsonObject("city");
            KINDS.forEach(kind -> goods.put(kind, number(board.getAsJsonObject("goods"), kind)));
        }

        /** building.occupied: whether a building is there with a colonist in it. */
        boolean uses(String building) {
            return number(city, building) > 0;
        }
    }

    private final List<Player> players = new ArrayList<>();
    private final Map<String, Integer> house = new LinkedHashMap<>();
    private int trader;
    private int turn;
    private int done;

    // ---- the rules

    /** trader.sell, office.same-kind: what the player may sell. */
    private List<String> sales(Player player) {
        return KINDS.stream()
                .filter(kind -> player.goods.get(kind) > 0 && (house.get(kind) == 0 || player.uses("office")))
                .toList();
    }

    /** trader.full: whether the house takes no more. */
    private boolean isFull() {
        return house.values().stream().mapToInt(Integer::intValue).sum() >= PLACES;
    }

    /** trader.price, trader.privilege, small-market.bonus, large-market.bonus */
    private int price(Player player, String kind) {
        return KINDS.indexOf(kind)
                + (turn == trader ? 1 : 0)
                + (player.uses("small market") ? 1 : 0)
                + (player.uses("large market") ? 2 : 0);
    }

    /** role.order: clockwise from the trader, each once; who can sell nothing is left out. */
    private void next() {
        do {
            done += 1;
            turn = (turn + 1) % players.size();
        } while (!isOver() && sales(players.get(turn)).isEmpty());
    }

    private boolean isOver() {
        return done >= players.size() || isFull();
    }

    // ---- the words of rulecheck, and ours

    private void start(JsonObject position) {
        players.clear();
        JsonObject boards = position.getAsJsonObject("players");
        boards.keySet().forEach(seat -> players.add(new Player(seat, boards.getAsJsonObject(seat)))); // clockwise
        KINDS.forEach(kind -> house.put(kind, number(position.getAsJsonObject("house"), kind)));
        List<String> seats = List.copyOf(boards.keySet());
        trader = seats.indexOf(position.get("picker").getAsString());
        turn = seats.indexOf(position.get("turn").getAsString());
        done = Math.floorMod(turn - trader, players.size());
    }

    private List<String> legal() {
        List<String> moves = new ArrayList<>();
        if (!isOver()) {
            sales(players.get(turn)).forEach(kind -> moves.add("sell " + kind));
            moves.add("pass"); // trader.sell: nobody has to
        }
        return moves;
    }

    private boolean play(String move) {
        if (!legal().contains(move)) {
            return false;
        }
        if (!move.equals("pass")) {
            Player player = players.get(turn);
            String kind = move.substring("sell ".length());
            player.doubloons += price(player, kind);
            player.goods.merge(kind, -1, Integer::sum);
            house.merge(kind, 1, Integer::sum);
        }
        next();
        return true;
    }

    private Map<String, Object> told() {
        Map<String, Object> boards = new LinkedHashMap<>();
        players.forEach(player -> boards.put(player.seat, Map.of("doubloons", player.doubloons, "goods", player.goods)));
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("legal", legal());
        told.put("turn", isOver() ? "nobody" : players.get(turn).seat);
        told.put("state", Map.of("players", boards, "house", house));
        return told;
    }

    private static int number(JsonObject counts, String name) {
        return counts.has(name) ? counts.get(name).getAsInt() : 0;
    }

    // ---- the protocol

    private Map<String, Object> answer(JsonObject request) {
        switch (request.get("ask").getAsString()) {
            case "hello":
                Map<String, Object> part = Map.of(
                        "moves", List.of("sell *", "pass"),
                        "can", List.of("legal", "turn", "state"),
                        "readings", Map.of("violet.gains", "taken"));
                return Map.of("protocol", 1, "name", "Trader.java", "games", Map.of("puerto_rico", part));
            case "start":
                JsonObject position = request.getAsJsonObject("position");
                start(position);
                return told();
            case "play":
                return play(request.get("move").getAsString()) ? told() : Map.of("refused", "not in our list");
            case "look":
                return told();
            default:
                return Map.of("error", "nothing known about " + request.get("ask"));
        }
    }

    public static void main(String[] arguments) throws IOException {
        Trader game = new Trader();
        Gson gson = new Gson();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonObject request = JsonParser.parseString(line).getAsJsonObject();
            if (request.get("ask").getAsString().equals("bye")) {
                return;
            }
            Map<String, Object> answer = new LinkedHashMap<>(game.answer(request));
            answer.put("id", request.get("id"));
            System.out.println(gson.toJson(answer)); // ends the line and sends it off
        }
    }
}
