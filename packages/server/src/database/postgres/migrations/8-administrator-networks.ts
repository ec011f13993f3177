/** Networks from which administrators have signed in, so that others cannot lock them out there. */
export const administratorNetworks = `
  CREATE TABLE admin_network (
    admin text NOT NULL REFERENCES admin (name),
    network bytea NOT NULL, -- SHA-256 of an IPv4 address or of the /64 of an IPv6 address
    seen_at bigint NOT NULL,
    PRIMARY KEY (admin, network)
  );
  CREATE INDEX admin_network_seen ON admin_network (seen_at);
`;
