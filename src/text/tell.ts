import { englishFormula } from "./english-formula";
import { englishFunctions } from "./english-functions";
import { englishTable } from "./english-table";
import { voice } from "./voice";

/** Says what only functions say, about arguments and tables. Apart from `say`, so that its sentences come with the definitions and not before. */
export const tell = voice({ ...englishTable, ...englishFormula, ...englishFunctions });
