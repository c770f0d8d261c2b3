import type { ComponentProps } from "react";
import { type NavigateOptions, Link as RouterLink, useLocation, useNavigate } from "react-router-dom";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { staying } from "./address.ts";

type Props = Omit<ComponentProps<typeof RouterLink>, "to"> & { to: string };

/** A link that keeps the client of the current address. Screens link to each other as `/dashboard/...`, without a client. */
export function Link({ to, ...props }: Props) {
	const { pathname } = useLocation();
	// One document serves all clients, and React does not fix attributes when it hydrates.
	const prerendered = usePrerendered();
	return <RouterLink to={prerendered ? to : staying(to, pathname)} {...props} />;
}

/** Shows another screen, for the client of the address. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
	const navigate = useNavigate();
	const { pathname } = useLocation();
	return (to, options) => void navigate(staying(to, pathname), options);
}
