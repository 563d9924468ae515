import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

// What Excel is told about the add-in. manifest.xml (add-in-only.ts) and manifest.json (unified.ts) are rendered from it.

/** The address of generated and development builds. A build or a server puts its own in its place. */
export const committedOrigin = "https://localhost:3000";

/** The locale of each language; the first one is the default. */
export const locales = { en: "en-US", fr: "fr-FR", de: "de-DE", es: "es-ES" } as const;

export type Language = keyof typeof locales;
export type Texts = Readonly<Record<Language, string>>;

/** The start of the names of its files in assets/icons: `stop` for stop-16.png, stop-32.png and stop-80.png. */
export type Icon = "icon" | "resolve" | "refresh" | "format" | "stop";

/** An entry of a menu. */
export interface MenuItem {
  /** In the manifests `Spillway.<id>`. */
  readonly id: string;
  readonly label: Texts;
  readonly tooltip: Texts;
  /** The id of a command in src/addin/commands; without one the control opens the pane. */
  readonly command?: string;
}

export interface Button extends MenuItem {
  readonly icon: Icon;
}

export interface Menu extends Omit<Button, "command"> {
  readonly items: readonly MenuItem[];
}

export interface AddIn {
  /** A GUID. The two manifests have different ones: Excel takes them for two add-ins. */
  readonly ids: { readonly addInOnly: string; readonly unified: string };
  /** Three numbers. */
  readonly version: string;
  readonly name: string;
  readonly provider: string;
  /** At most 80 characters. */
  readonly description: Texts;
  /** Requirement sets of Office, with the least version. */
  readonly requirements: readonly (readonly [name: string, version: string])[];
  /** Where its files are, without a slash at the end. */
  readonly origin: string;
  /** What Excel puts before the names of functions, and a point between. */
  readonly namespace: string | undefined;
  readonly started: { readonly title: Texts; readonly description: Texts };
  /** A group on the Home tab. */
  readonly ribbon: readonly (Button | Menu)[];
  /** The context menu of cells. */
  readonly cellMenu: readonly Button[];
}

export interface Place {
  /** Where the add-in is served, without a slash at the end. */
  readonly origin?: string | undefined;
  /** Another add-in of the same name, beside the one without an environment: `staging`. */
  readonly environment?: string | undefined;
  /**
   * Stands before the names of functions: with `ESG`, `=ESG.EVENTS` stays, and others become `=ESG.ENTITY.SEARCH`.
   * Undefined is the environment's name, because two add-ins with equal names of functions collide; `false` is none.
   */
  readonly namespace?: string | false | undefined;
}

const id = "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4";

/** The add-in as it is at one place. @throws One sentence if the environment or the namespace cannot be used. */
export const addInAt = ({ origin = committedOrigin, environment, namespace }: Place = {}): AddIn => {
  if (environment !== undefined && !/^[a-z][a-z0-9]{0,14}$/.test(environment))
    throw new Error(`environment must be 1 to 15 small letters and digits, got "${environment}"`);
  if (typeof namespace === "string" && !/^[A-Z][A-Z0-9]{0,31}$/.test(namespace))
    throw new Error(`namespace must be 1 to 32 capital letters and digits, got "${namespace}"`);
  const name = environment === undefined ? "Spillway" : `Spillway (${environment})`;
  const packed = readFileSync(path.join(__dirname, "../..", "package.json"), "utf8");
  const { version } = JSON.parse(packed) as { readonly version: string };
  return {
    ids: {
      addInOnly: environment === undefined ? id : derivedId(environment),
      unified: derivedId(environment === undefined ? "unified" : `unified ${environment}`),
    },
    version,
    name,
    provider: "Spillway",
    description: {
      en: "Text analytics, entities and ESG and SDG signals in cells.",
      fr: "Analyse de textes, entités et signaux ESG et ODD dans les cellules.",
      de: "Textanalyse, Entitäten und ESG- und SDG-Signale in Zellen.",
      es: "Análisis de textos, entidades y señales ESG y ODS en las celdas.",
    },
    requirements: [
      ["SharedRuntime", "1.1"],
      ["CustomFunctionsRuntime", "1.3"],
    ],
    origin,
    namespace: namespace === false ? undefined : (namespace ?? environment?.toUpperCase()),
    started: {
      title: {
        en: `${name} is ready`,
        fr: `${name} est prêt`,
        de: `${name} ist bereit`,
        es: `${name} está listo`,
      },
      description: {
        en: "Open the Spillway pane on the Home tab and sign in.",
        fr: "Ouvrez le volet Spillway sous l’onglet Accueil et connectez-vous.",
        de: "Öffnen Sie den Spillway-Bereich auf der Registerkarte Start und melden Sie sich an.",
        es: "Abra el panel de Spillway en la pestaña Inicio e inicie sesión.",
      },
    },
    ribbon: [openPane, resolve, refresh, refreshPart, formatResult, stop],
    cellMenu: [
      { ...refreshSelection, id: "ContextRefresh", icon: "refresh" },
      { ...formatResult, id: "ContextFormat" },
    ],
  };
};

/** A GUID that is the same each time: version 5, "name-based" (RFC 9562), with the add-in's own id as its name space. */
const derivedId = (name: string): string => {
  const bytes = createHash("sha1")
    .update(Buffer.from(id.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

const openPane: Button = {
  id: "OpenPane",
  icon: "icon",
  label: { en: "Open pane", fr: "Ouvrir le volet", de: "Bereich öffnen", es: "Abrir el panel" },
  tooltip: {
    en: "Sign in, pick universes, build formulas, see what is under way.",
    fr: "Se connecter, choisir des univers, composer des formules, voir ce qui est en cours.",
    de: "Anmelden, Universen wählen, Formeln bauen, sehen, was gerade läuft.",
    es: "Iniciar sesión, elegir universos, crear fórmulas, ver lo que está en curso.",
  },
};

const resolve: Button = {
  id: "ResolveSelection",
  icon: "resolve",
  command: "resolveSelection",
  label: { en: "Resolve", fr: "Identifier", de: "Auflösen", es: "Resolver" },
  tooltip: {
    en: "Find the entities behind the selected identifiers or names.",
    fr: "Trouver les entités derrière les identifiants ou les noms sélectionnés.",
    de: "Die Entitäten hinter den ausgewählten Kennungen oder Namen finden.",
    es: "Encontrar las entidades que corresponden a los identificadores o nombres seleccionados.",
  },
};

const refreshSelection: MenuItem = {
  id: "RefreshSelection",
  command: "refreshSelection",
  label: {
    en: "Refresh selection",
    fr: "Actualiser la sélection",
    de: "Auswahl aktualisieren",
    es: "Actualizar la selección",
  },
  tooltip: {
    en: "Fetch exactly the selected formulas anew.",
    fr: "Récupérer à nouveau exactement les formules sélectionnées.",
    de: "Genau die ausgewählten Formeln neu abrufen.",
    es: "Volver a obtener exactamente las fórmulas seleccionadas.",
  },
};

/** Office has no split button (Control is a Button or a Menu), so what is used most is a button, with a menu for the rest beside it. */
const refresh: Button = {
  id: "RefreshWorkbook",
  icon: "refresh",
  command: "refreshWorkbook",
  label: { en: "Refresh", fr: "Actualiser", de: "Aktualisieren", es: "Actualizar" },
  tooltip: {
    en: "Fetch every Spillway formula of this workbook anew.",
    fr: "Récupérer à nouveau toutes les formules Spillway de ce classeur.",
    de: "Alle Spillway-Formeln dieser Arbeitsmappe neu abrufen.",
    es: "Volver a obtener todas las fórmulas de Spillway de este libro.",
  },
};

const refreshPart: Menu = {
  id: "RefreshPart",
  icon: "refresh",
  label: {
    en: "Refresh part",
    fr: "Actualiser une partie",
    de: "Teil aktualisieren",
    es: "Actualizar una parte",
  },
  tooltip: {
    en: "Fetch only the selected formulas anew, or those of this sheet.",
    fr: "Récupérer à nouveau seulement les formules sélectionnées, ou celles de cette feuille.",
    de: "Nur die ausgewählten Formeln neu abrufen, oder die dieses Blatts.",
    es: "Volver a obtener solo las fórmulas seleccionadas, o las de esta hoja.",
  },
  items: [
    refreshSelection,
    {
      id: "RefreshSheet",
      command: "refreshSheet",
      label: {
        en: "Refresh sheet",
        fr: "Actualiser la feuille",
        de: "Blatt aktualisieren",
        es: "Actualizar la hoja",
      },
      tooltip: {
        en: "Fetch the formulas of this sheet anew.",
        fr: "Récupérer à nouveau les formules de cette feuille.",
        de: "Die Formeln dieses Blatts neu abrufen.",
        es: "Volver a obtener las fórmulas de esta hoja.",
      },
    },
  ],
};

const formatResult: Button = {
  id: "FormatResult",
  icon: "format",
  command: "formatResult",
  label: {
    en: "Format result",
    fr: "Mettre en forme",
    de: "Ergebnis formatieren",
    es: "Dar formato al resultado",
  },
  tooltip: {
    en: "Header, number formats, column widths and score colors for the selected result. Your own formats stay.",
    fr: "En-tête, formats de nombre, largeurs et couleurs des scores du résultat sélectionné. Vos formats restent.",
    de: "Kopfzeile, Zahlenformate, Breiten und Farben der Scores für das ausgewählte Ergebnis. Eigene Formate bleiben.",
    es: "Encabezado, formatos de número, anchos y colores de las puntuaciones del resultado. Sus formatos se conservan.",
  },
};

const stop: Button = {
  id: "Stop",
  icon: "stop",
  command: "stop",
  label: { en: "Stop", fr: "Arrêter", de: "Anhalten", es: "Detener" },
  tooltip: {
    en: "Stop what is under way; cells keep their last good rows.",
    fr: "Arrêter ce qui est en cours ; les cellules gardent leurs dernières lignes valables.",
    de: "Anhalten, was gerade läuft; Zellen behalten ihre letzten guten Zeilen.",
    es: "Detener lo que está en curso; las celdas conservan sus últimas filas válidas.",
  },
};
