import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { HiddenText } from "../controls/hidden-text.tsx";
import styles from "./figure.module.css";
import { Money } from "./money.tsx";

/** An amount of a statement: zero is an en dash, and an unknown amount is `n/a`, never blank. */
export function Figure({ amount, currency }: { readonly amount: string | null; readonly currency: string }) {
  if (amount === null) return <span className={text.muted}>n/a</span>;
  if (!/[1-9]/.test(amount)) {
    return (
      <span className={styles.nothing}>
        <span aria-hidden="true">–</span>
        <HiddenText>{t("none")}</HiddenText>
      </span>
    );
  }
  return <Money amount={amount} currency={currency} />;
}
