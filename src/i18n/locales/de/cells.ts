import core from "./core.json";
import functions from "./functions.json";
import further from "./further.json";
import office from "./office.json";
import team from "./team.json";

export const texts = [core, functions, further, office, team];
