import { hydrateRoot } from "react-dom/client";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";

/** The least that a page of ours could be: React, its DOM and the router, with one link and one route. */
hydrateRoot(
	document.body,
	<BrowserRouter>
		<Link to="/">Home</Link>
		<Routes>
			<Route path="/" element={<p>Home</p>} />
		</Routes>
	</BrowserRouter>,
);
