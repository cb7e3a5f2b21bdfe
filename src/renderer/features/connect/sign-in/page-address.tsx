import { useId } from "react";
import { t } from "../../../language/t.ts";
import { classes } from "../../../ui/controls/classes.ts";
import controls from "../../../ui/controls/controls.module.css";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import step from "../step.module.css";

interface PageAddressProps {
  /** What the address is for. */
  readonly label: string;
  readonly address: string;
}

/** The address of a ledger's page, to be copied into the person's own browser. */
export function PageAddress({ label, address }: PageAddressProps) {
  const id = useId();
  return (
    <div className={step.address}>
      <label className={step.quiet} htmlFor={id}>
        {label}
      </label>
      <div className={step.line}>
        <input
          id={id}
          className={classes(controls.input, step.addressText)}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={address} label={t("Copy address")} />
      </div>
    </div>
  );
}
