// Every test has the English texts, as a page has them once its chunks are loaded.
import { englishTexts } from "../../src/i18n/locales/en";
import { addMessages } from "../../src/i18n/t";

addMessages("en", englishTexts);
