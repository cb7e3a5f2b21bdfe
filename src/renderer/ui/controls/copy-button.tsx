import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "./button.tsx";
import styles from "./copy-button.module.css";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly kind?: "plain" | "quiet";
  /** False where the text isn't beside the button: it is shown once it can't be copied, so that it can be selected. */
  readonly isShown?: boolean;
}

/** Copies text and says that it did, until the pointer or the focus leaves. */
export function CopyButton({ text, label = t("Copy"), kind = "quiet", isShown = true }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  // It stays after that: selecting the text leaves the button.
  const [isOpen, setOpen] = useState(false);
  const end = (how: "copied" | "refused") => {
    setOutcome(how);
    setOpen(how === "refused" && !isShown);
  };
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => end("copied"),
      () => end("refused"),
    );
  };
  const words = { copied: t("Copied"), refused: t("Not copied. Select the text and copy it.") };
  return (
    <>
      <Button
        kind={kind}
        icon={outcome === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={copy}
        onBlur={() => setOutcome(null)}
        onPointerLeave={() => setOutcome(null)}
      >
        {outcome === null ? label : words[outcome]}
      </Button>
      {isOpen ? (
        <textarea
          className={styles.text}
          readOnly
          rows={5}
          value={text}
          aria-label={t("Text to copy")}
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : null}
    </>
  );
}
