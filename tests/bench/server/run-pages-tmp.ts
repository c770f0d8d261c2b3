import { measurePages } from "./pages.ts";

console.log(await measurePages());
