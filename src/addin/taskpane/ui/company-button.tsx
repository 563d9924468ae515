import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../i18n/t";
import { openCompany, returnedFrom } from "../state/open-company";
import { usePane } from "../state/pane-state";

/** Opens the file of a company. It has the focus when the user comes back from there. */
export const CompanyButton = ({
  company,
  name,
  place,
}: {
  /** A text that means one company. */
  readonly company: string;
  readonly name: string;
  /** Tells this button from others of its view. */
  readonly place: string;
}): ReactNode => {
  const { state } = usePane();
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const returned = returnedFrom(state);
    if (returned.get() !== place) return;
    returned.set(undefined);
    button.current?.querySelector("button")?.focus();
  }, [state, place]);
  return (
    <span ref={button}>
      <Button
        size="small"
        appearance="subtle"
        aria-label={t("file.openNamed", { name })}
        onClick={() => openCompany(state, { company, from: state.view.get(), button: place })}
      >
        {t("view.company")}
      </Button>
    </span>
  );
};
