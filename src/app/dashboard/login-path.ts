/** Where one signs in to come back to `path`. */
export const loginPath = (path: string): string => `/auth/login?next=${encodeURIComponent(path)}`;
