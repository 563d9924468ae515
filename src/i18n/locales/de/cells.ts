import core from "./core.json";
import firstFunctions from "./first-functions.json";
import functions from "./functions.json";
import office from "./office.json";
import team from "./team.json";

export const texts = [core, firstFunctions, functions, office, team];
