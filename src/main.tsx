import { type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { preloadLayout } from "./app/layouts.tsx";
import { layoutOf, routeOf } from "./app/routes.tsx";
import { startServiceWorker } from "./sw-bridge/start.ts";
import { startOutbox } from "./sw-bridge/start-outbox.ts";
import "./ui/styles.css";

/** Says on the document that the page answers by script from here on. */
function Started({ children }: { children: ReactNode }) {
	useEffect(() => {
		document.documentElement.dataset.hydrated = "";
	}, []);
	return children;
}

async function start(root: HTMLElement) {
	// Stamped by the prerenderer. `/404`, `/offline` and the dashboard's shell are answered at other addresses than their
	// own, and must be hydrated as what they are. Absent in development, where nothing is prerendered.
	const prerendered = root.dataset.path;
	const path = prerendered ?? location.pathname;
	await Promise.all([routeOf(path)?.Page.preload(), preloadLayout(layoutOf(path))]);
	const app = (
		<Started>
			<BrowserRouter>
				<App firstPath={path} />
			</BrowserRouter>
		</Started>
	);
	if (prerendered) hydrateRoot(root, app, { onRecoverableError: (error) => console.error("hydration", error) });
	else createRoot(root).render(app);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);
// A page in a frame of ours leaves both to the page around it.
if (window === window.top) {
	startServiceWorker();
	startOutbox();
}
