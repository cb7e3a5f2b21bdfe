import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import text from "../../styles/text.module.css";
import { AsOf } from "../figures/as-of.tsx";

/** Who decided something, and when; `verb` says what: "dismissed", "confirmed". */
export function DecidedBy({ verb, person, at }: { readonly verb: string; readonly person: string; readonly at: string }) {
  const nowMs = useNow();
  return (
    <span className={text.muted}>
      {t("{verb} by {person},", { verb, person })} <AsOf instant={at} nowMs={nowMs} />
    </span>
  );
}
