import { instantOf, type ReadableView } from "./readable-view.ts";

/** Changes of the firm's settings and of people's PINs, in place of the view of the settings alone. */
export const pinChangeViews: readonly ReadableView[] = [
  {
    name: "setting_changes",
    about: "Changes of the firm's name, logo, language and explanation templates and of people's PINs, undone ones included",
    columns: [
      ["change_id", "change_id", "Id of the change"],
      ["kind", "kind", "Setting: firm_name, firm_logo, firm_language, open_item_terms, flux_template or person_pin"],
      ["subject", "subject", "Name of the template, or of the person with the PIN; otherwise empty"],
      ["before_value", "before", "Value before, as JSON; of a PIN, whose it is and when it was set"],
      ["after_value", "after", "Value after, as JSON; of a PIN, whose it is and when it was set"],
      ["person", "person", "Who changed it"],
      ["changed_at", instantOf("made_ms"), "When"],
      ["undone_at", instantOf("undone_ms"), "When it was undone; empty while it counts"],
      ["undone_by", "undone_by", "Who undid it"],
    ],
    from: "FROM setting_change",
  },
];
