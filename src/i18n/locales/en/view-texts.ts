import views from "./views.json";

export const texts = views;
