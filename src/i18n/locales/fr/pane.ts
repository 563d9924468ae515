import pane from "./pane.json";
import views from "./views.json";
import analyses from "./analyses.json";

export const texts = [pane, views, analyses];
