import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { formatMoment, t } from "../../../../i18n/t";
import { GrowingList } from "../../ui/growing-list";
import { Quiet, Row, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { SaveEdition } from "./save-edition";
import { editionTitle } from "../../state/edition-title";
import type { EditionsNow } from "../../state/use-editions";

/** Those with a name, of all workbooks. */
export const namedEditions = (now: EditionsNow | "failed" | undefined): readonly Edition[] =>
  now === undefined || now === "failed" ? [] : now.ofAccount.filter(({ name }) => name !== undefined);

/** The editions with a name that leave with the account: each can be saved to a file, or deleted. */
export const EditionsToLose = ({ now }: { readonly now: EditionsNow | "failed" | undefined }): ReactNode => {
  const named = namedEditions(now);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  if (now === "failed") return <Notice intent="warning">{t("editions.unread")}</Notice>;
  if (now === undefined || named.length === 0) return null;
  return (
    <>
      <Notice intent="warning">{t("editions.signOut", { count: named.length })}</Notice>
      <GrowingList
        label={t("editions.toLose")}
        items={named}
        keyOf={({ id }) => id}
        show={(edition) => (
          <Tight>
            <Strong>{editionTitle(edition)}</Strong>
            <Quiet>
              {`${formatMoment(edition.at)} · ${t(saved.has(edition.id) ? "editions.isSaved" : "editions.notSaved")}`}
            </Quiet>
            <Row>
              <SaveEdition
                all={now.all}
                edition={edition}
                onSaved={() => setSaved((before) => new Set([...before, edition.id]))}
              />
              <Button
                size="small"
                appearance="subtle"
                aria-label={`${t("editions.deleteYes")} ${editionTitle(edition)}`}
                onClick={() => void now.all.delete([edition])}
              >
                {t("editions.deleteYes")}
              </Button>
            </Row>
          </Tight>
        )}
      />
    </>
  );
};
