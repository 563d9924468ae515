import { Badge } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { WireRecord } from "../../runtime/wire-record";
import { InsertBar } from "../insert/insert-bar";
import { GrowingList } from "../parts/growing-list";
import { Quiet, Row, Strong } from "../parts/layout";
import { Section } from "../parts/page";
import { useText } from "../text/use-text";
import { failuresOf, tableOf } from "./translate";
import type { Translation } from "./use-translation";

/** The translations, with what is only a part and what failed, and the way into the sheet. */
export const Translations = ({ form }: { readonly form: Translation }): ReactNode => {
  const say = useText();
  const { found = [], fields } = form.draft;
  return (
    <Section title={say("documents.results", { count: found.length })}>
      <GrowingList
        label={say("documents.results", { count: found.length })}
        items={found}
        keyOf={({ id }) => String(id)}
        show={(document) => <Translated document={document} />}
      />
      <InsertBar
        insertion={{
          key: "translation",
          size: { rows: form.asked.length + 1, columns: fields.length + 4 },
          values: () => Promise.resolve(tableOf(form.asked, found, fields)),
          sheetName: say("documents.translate"),
        }}
      />
    </Section>
  );
};

const Translated = ({ document }: { readonly document: WireRecord }): ReactNode => {
  const say = useText();
  const failures = failuresOf(document);
  const texts = ["title", "summary", "text"].map((name) => document[name]).filter((text) => typeof text === "string");
  return (
    <>
      <Row>
        <Strong>{texts[0]?.slice(0, 160) ?? String(document["id"])}</Strong>
        {document["partial"] === true && (
          <Badge appearance="tint" color="warning">
            {say("documents.partial")}
          </Badge>
        )}
        {failures.length > 0 && (
          <Badge appearance="tint" color="danger">
            {say("documents.failed")}
          </Badge>
        )}
      </Row>
      <Quiet>{(texts[1] ?? "").slice(0, 240)}</Quiet>
      {failures.length > 0 && <Quiet>{failures.join("; ")}</Quiet>}
    </>
  );
};
