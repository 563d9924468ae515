// Every test has the English texts, as a page has them once its chunks are loaded.
import analyses from "../../src/i18n/locales/en/analyses.json";
import further from "../../src/i18n/locales/en/further.json";
import functions from "../../src/i18n/locales/en/functions.json";
import pane from "../../src/i18n/locales/en/pane.json";
import views from "../../src/i18n/locales/en/views.json";
import { addMessages } from "../../src/i18n/t";

addMessages("en", functions);
addMessages("en", further);
addMessages("en", pane);
addMessages("en", views);
addMessages("en", analyses);
