import { t } from "../../language/t.ts";
import coming from "../../styles/coming.module.css";
import text from "../../styles/text.module.css";
import { HiddenText } from "../controls/hidden-text.tsx";

/** A cell's value that there isn't. */
export function Nothing() {
  return <span className={text.muted}>–</span>;
}

/** A cell's value that isn't known yet: a line where words will be, since a dash would say that there is nothing. */
export function Coming({ words = t("Not known yet") }: { readonly words?: string }) {
  return (
    <span className={coming.word} title={words}>
      <HiddenText>{words}</HiddenText>
    </span>
  );
}
