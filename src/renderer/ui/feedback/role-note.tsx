import { LockKeyhole } from "lucide-react";
import { useScreenBar } from "../../state/window/current-role.ts";
import styles from "./role-note.module.css";

/** Why something can't be done here, and who can do it: as text, because a disabled button says it only when pointed at. */
export function RoleWords({ words }: { readonly words: string }) {
  return (
    <span className={styles.words}>
      <LockKeyhole size={14} aria-hidden />
      {words}
    </span>
  );
}

/** Said once on a screen whose acts a viewer sees disabled; nothing for others. `place`: its distance from what is around it. */
export function RoleNote({ place }: { readonly place?: string | undefined }) {
  const bar = useScreenBar("preparer");
  return bar === null ? null : (
    <p className={place}>
      <RoleWords words={bar} />
    </p>
  );
}
