import type { ComponentProps } from "react";
import { type NavigateOptions, Link as RouterLink, useLocation, useNavigate } from "react-router-dom";
import { staying } from "./address.ts";

type Props = Omit<ComponentProps<typeof RouterLink>, "to"> & { to: string };

/** A link that stays with the client of the address. Screens name each other as `/dashboard/...`, without a client. */
export function Link({ to, ...props }: Props) {
	const { pathname } = useLocation();
	return <RouterLink to={staying(to, pathname)} {...props} />;
}

/** Shows another screen, for the client of the address. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
	const navigate = useNavigate();
	const { pathname } = useLocation();
	return (to, options) => void navigate(staying(to, pathname), options);
}
