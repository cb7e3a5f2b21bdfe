import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { RoleWords } from "../../ui/feedback/role-note.tsx";
import styles from "./settings-page.module.css";

/** Said once on top for those who can only look: why fields are greyed, and who can change them. */
export function AdminNote({ words = t("Only administrators can change these settings") }: { readonly words?: string }) {
  const people = useCoreQuery("people.list", {});
  if (useMayAs("admin")) return null;
  const admins = (people.data ?? []).filter(({ role, active }) => active && role === "admin").map(({ name }) => name);
  const who = t("{count, plural, one {Administrator: {names}} other {Administrators: {names}}}", {
    count: admins.length,
    names: admins.join(", "),
  });
  return (
    <p className={styles.role}>
      <RoleWords words={admins.length === 0 ? `${words}.` : `${words}. ${who}.`} />
    </p>
  );
}

/** Why a control is unavailable to someone who isn't among the administrators; those aren't known while the server can't be reached. */
export function onlyAdminsCan(admins: readonly string[]): string {
  return t("{count, plural, =0 {Only administrators can do this} other {Only administrators ({names}) can do this}}", {
    count: admins.length,
    names: admins.join(", "),
  });
}
