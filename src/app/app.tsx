import { Suspense, useState } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { routes } from "./routes.tsx";

type Props = {
	/** The path this document was made for; it may differ from the address (`/404`, `/offline`) until the first navigation. */
	firstPath: string;
};

export function App({ firstPath }: Props) {
	const location = useLocation();
	const [firstKey] = useState(location.key);
	const shown = location.key === firstKey ? { ...location, pathname: firstPath } : location;
	const notFound = routes.find((route) => route.path === "/404");
	return (
		<main id="main">
			<Suspense fallback={null}>
				<Routes location={shown}>
					{routes.map((route) => (
						<Route key={route.path} path={route.path} element={<route.Page />} />
					))}
					{notFound && <Route path="*" element={<notFound.Page />} />}
				</Routes>
			</Suspense>
		</main>
	);
}
