import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import text from "../../styles/text.module.css";

/**
 * How a sign-off's person was known: by their PIN, or by the computer account alone, which is said only where a PIN is required:
 * elsewhere nobody is asked for one.
 */
export function PinEntered({ withPin }: { readonly withPin: boolean | undefined }) {
  const rule = useCoreQuery("people.pinRule", {}).data;
  const firm = useCoreQuery("firm.status", {}).data;
  if (withPin === true) return <span className={text.muted}> {t("(PIN entered)")}</span>;
  if (rule?.required !== true || firm?.state !== "alone") return null;
  return (
    <span className={text.muted} title={t("Anyone using the same computer account could have signed off under this name.")}>
      {" "}
      {t("(no PIN entered)")}
    </span>
  );
}
