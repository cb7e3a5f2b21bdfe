import { instantOf, type ReadableView, yesNo } from "./readable-view.ts";

/** The firm's own file: who its clients and people are. Figures are in the clients' files. */
export const firmViews: readonly ReadableView[] = [
  {
    name: "clients",
    about: "Clients of the firm; the records of each are in clients/<client_id>.sqlite",
    columns: [
      ["client_id", "c.client_id", "Id of the client, and name of its file"],
      ["name", "c.name", "Name"],
      ["ledger", "k.system", "Ledger that it is connected to"],
      ["tenant_id", "k.tenant_id", "The ledger's id of the company"],
      ["connected_at", instantOf("k.created_ms"), "When it was connected"],
      ["capabilities_read_at", instantOf("k.discovered_ms"), "When Tieout last asked what the connection can do"],
      ["preparer", "(SELECT person FROM client_person WHERE client_id = c.client_id AND role = 'preparer')", "Preparer of the client"],
      ["reviewer", "(SELECT person FROM client_person WHERE client_id = c.client_id AND role = 'reviewer')", "Reviewer of the client"],
      ["sync_paused", yesNo("c.paused"), "yes or no"],
      ["demo", yesNo("c.demo"), "yes for a client of the demo firm"],
      ["created_at", instantOf("c.created_ms"), "When it was added"],
    ],
    from: "FROM client c LEFT JOIN connection k USING (client_id)",
  },
  {
    name: "people",
    about: "People of the firm",
    columns: [
      ["name", "name", "Name"],
      ["role", "role", "What they may do"],
      ["active", yesNo("active"), "no once they were deactivated"],
      ["added_at", instantOf("added_ms"), "When they were added"],
      ["added_by", "added_by", "Who added them"],
    ],
    from: "FROM person",
  },
  {
    name: "exchange_rates",
    about: "Rates that groups are translated with, undone ones included",
    columns: [
      ["from_currency", "from_currency", "Currency that is translated"],
      ["to_currency", "to_currency", "Currency that it is translated to"],
      ["date", "day", "Day, or month of an average"],
      ["kind", "kind", "closing, average or historical"],
      ["rate", "rate", "Units of the second currency for one of the first"],
      ["source", "source", "Where the rate comes from"],
      ["person", "person", "Who entered it"],
      ["entered_at", instantOf("entered_ms"), "When"],
      ["undone_at", instantOf("undone_ms"), "When it was undone; empty while it counts"],
      ["undone_by", "undone_by", "Who undid it"],
    ],
    from: "FROM exchange_rate",
  },
  {
    name: "group_trees",
    about: "Groups that the firm consolidates: every saved version",
    columns: [
      ["tree_id", "tree_id", "Id of the group"],
      ["version", "version", "Version, from 1"],
      ["name", "name", "Name"],
      ["content", "body", "Its entities, as JSON"],
      ["person", "person", "Who saved it"],
      ["saved_at", instantOf("saved_ms"), "When"],
      ["undone_at", instantOf("undone_ms"), "When it was undone; empty while it counts"],
    ],
    from: "FROM entity_tree",
  },
  {
    name: "requests_per_day",
    about: "Requests sent to the ledgers",
    columns: [
      ["client_id", "client_id", "Client"],
      ["date", "day", "Day"],
      ["requests", "calls", "Requests of that day"],
    ],
    from: "FROM read_day",
  },
];

/** Changes of the firm's settings. */
export const settingChangeViews: readonly ReadableView[] = [
  {
    name: "setting_changes",
    about: "Changes of the firm's name, logo, language and explanation templates, undone ones included",
    columns: [
      ["change_id", "change_id", "Id of the change"],
      ["kind", "kind", "Setting: firm_name, firm_logo, firm_language, open_item_terms or flux_template"],
      ["subject", "subject", "Name of the template; otherwise empty"],
      ["before_value", "before", "Value before, as JSON"],
      ["after_value", "after", "Value after, as JSON"],
      ["person", "person", "Who changed it"],
      ["changed_at", instantOf("made_ms"), "When"],
      ["undone_at", instantOf("undone_ms"), "When it was undone; empty while it counts"],
      ["undone_by", "undone_by", "Who undid it"],
    ],
    from: "FROM setting_change",
  },
];
