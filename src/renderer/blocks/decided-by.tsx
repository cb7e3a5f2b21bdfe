import { AsOf } from "../components/as-of.tsx";
import { t } from "../language/t.ts";
import { useNow } from "../state/now.ts";
import styles from "./answer.module.css";

/** Who decided something, and when; `verb` says what: "dismissed", "confirmed". */
export function DecidedBy({ verb, person, at }: { readonly verb: string; readonly person: string; readonly at: string }) {
  const nowMs = useNow();
  return (
    <span className={styles.quiet}>
      {t("{verb} by {person},", { verb, person })} <AsOf instant={at} nowMs={nowMs} ago />
    </span>
  );
}
