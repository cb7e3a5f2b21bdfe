import { nameOfNoted } from "#shared/model/close/signature.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import text from "../../styles/text.module.css";
import { AsOf } from "../figures/as-of.tsx";

/** Who decided something, and when; `verb` says what: "dismissed", "confirmed". The computer is in the tip. */
export function DecidedBy({ verb, person, at }: { readonly verb: string; readonly person: string; readonly at: string }) {
  const nowMs = useNow();
  return (
    <span className={text.muted} title={person}>
      {t("{verb} by {person},", { verb, person: nameOfNoted(person) })} <AsOf instant={at} nowMs={nowMs} />
    </span>
  );
}
