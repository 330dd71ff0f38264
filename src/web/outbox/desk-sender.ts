// What the desk's pages need of the outbox: that it is sent, and that they show what became of it.
import "./sender.ts";
import "./refresh.ts";
