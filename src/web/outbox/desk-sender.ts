// Modules of the outbox for the desk's pages: they send scans and show what became of them.
import "./sender.ts";
import "./refresh.ts";
