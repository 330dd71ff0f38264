-- A list of 100,000 boxes writes 400,000 entries. They are chained as a set, by the same hashes as single ones, and their authors are kept (decision 147).

-- In PL/pgSQL, because an aggregate begins a query for each step of a function in SQL.
create function link_entry(state bytea, previous bytea, follows_kept boolean, box_id bigint, seq int, kind smallint, user_id bigint,
  created timestamptz, digest bytea)
returns bytea language plpgsql immutable parallel safe as $$
begin
  if follows_kept and previous is null then
    raise exception 'box % has no history entry % to follow', box_id, seq - 1 using errcode = 'check_violation';
  end if;
  return public.entry_hash(coalesce(previous, state), box_id, seq, kind, user_id, created, digest);
end $$;
create aggregate linked(bytea, boolean, bigint, int, smallint, bigint, timestamptz, bytea) (sfunc = link_entry, stype = bytea);

-- Entries of one author and this moment, in any order; each array has one element for each entry. The first one of a box follows the last that is there.
-- It belongs to the owner of the history: nobody else can say a hash.
create function add_entries(author bigint, box_ids bigint[], seqs int[], kinds smallint[], metas jsonb[], texts text[])
returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  moment timestamptz;
begin
  lock table history in row exclusive mode; -- `close_history` waits for it: the floor stays where it is
  select greatest(now(), f.at) into moment from history_floor f; -- a clock may have been put back
  perform set_config('magazin.adds_entries', 'on', true);
  insert into history (box_id, seq, kind, user_id, meta, text, created, device, happened, salt, digest, hash)
  select p.box_id, p.seq, p.kind, author, p.meta, p.text, moment, null, null, p.salt, p.digest,
    linked(h.hash, p.follows_kept, p.box_id, p.seq, p.kind, author, moment, p.digest)
      over (partition by p.box_id order by p.seq rows unbounded preceding)
  from (
    select u.*, entry_digest(u.salt, u.meta, u.text) as digest,
      u.seq > 1 and lag(u.seq) over (partition by u.box_id order by u.seq) is distinct from u.seq - 1 as follows_kept
    from (select e.*, uuid_send(gen_random_uuid()) as salt
      from unnest(box_ids, seqs, kinds, metas, texts) e (box_id, seq, kind, meta, text) offset 0) u
    offset 0) p
    left join history h on h.box_id = p.box_id and h.seq = case when p.follows_kept then p.seq - 1 end;
  perform set_config('magazin.adds_entries', '', true);
end $$;

-- An entry comes with its hash from `add_entries` alone: whatever else is said of it is made anew.
drop trigger history_chain on history;
create trigger history_chain before insert on history for each row
  when (new.hash is null or current_setting('magazin.adds_entries', true) is distinct from 'on') execute function chain_entry();

create trigger history_authors after insert on history referencing new table as new_entries
  for each statement execute function keep_authors();
-- With the key went a look for each entry. It locks `users`, too, for this moment.
alter table history drop constraint history_user_id_fkey;

-- Fired by `add_entries`, too, whose owner charges nothing.
alter function charge_history() security definer;
alter function charge_history() set search_path = pg_catalog, public, pg_temp;
