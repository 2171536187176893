import { describe, expect, it } from 'vitest';
import { buildKinds } from './build-kinds.ts';
import type { Kinds } from './kinds.ts';

/** The columns and members that templates.md 2.3 lists, column R and then column W. */
const LISTED: Partial<Record<keyof Kinds, string>> = {
  user: `user_id login login2 balance credit bonus discount full_name phone created last_login partner_id gid block dogovor comment
    settings type verified can_overdraft perm_credit create_act
    id switch items email emails is_admin is_blocked authenticated partner income_percent referrals referrals_count has_payments
    has_withdraws has_services has_autopayment list_autopayments active_count us services pays pay bonus wd withdraws storage spool
    spool_history promo telegram mail profile
    gen_session set set_settings set_new_passwd passwd reg add_bonus set_bonus set_credit set_balance payment make_autopayment
    delete_autopayment recash delete set_email`,
  us: `user_service_id user_id service_id withdraw_id created expire status status_before next parent auto_bill settings
    id name category service services server top_parent children has_children child_by_category withdraw wd wd_total_composite
    has_expired parent_has_expired is_paid has_services has_services_active has_services_block has_services_unpaid
    has_services_progress has_services_removed domain domains billing last_event cur_event is_will_be_changed is_will_be_deleted spool
    commands_by_event has_spool_command items list_for_api
    set set_settings settings_save create block activate finish delete delete_force change touch event make_custom_event
    make_commands_by_event gen_store_pass recalc add_period_by_money set_status_manual`,
  service: `service_id name cost period category children next allow_to_order descr config is_composite deleted
    id items price_list api_price_list price_list_check_allow_to_order cost_composite subservices categories settings is_ever_used
    was_previously_used is_currently_used no_auto_renew us wd
    reg create_for_api set set_settings delete`,
  pay: 'id user_id pay_system_id money date comment uniq_key last items list_for_api forecast paysystems sum add',
  bonus: 'id user_id date bonus comment amount items add',
  wd: `withdraw_id user_id create_date withdraw_date end_date cost discount bonus months total service_id qnt user_service_id
    id last next paid unpaid items list_for_api sum add set delete_unpaid`,
  server: `server_id server_gid name transport host ip weight services_count enabled settings
    id items group groups servers_by_group_id list_by_transport key_id
    set_settings services_count_increase services_count_decrease`,
  sg: 'id name type transport get_servers',
  storage: 'load read items list_for_api save del add replace',
  spool: `id user_id event prio status response created executed delayed settings items history statuses
    add create push api_pause api_retry api_success`,
  promo: `id template_id user_id created used used_by expire settings is_used status items api_get
    generate apply update delete`,
};

/** templates.md 2.1. */
const COMMON = `id items filter sort rsort limit list_for_api list sum avg min max count pairs get set set_settings set_json create add
  reload kind user_id attr make_event`;

const kinds = buildKinds();

function missing(kind: keyof Kinds, names: string): string[] {
  const { members, resource } = kinds[kind];
  return names.split(/\s+/).filter((name) => !(members.has(name) || Object.hasOwn(resource.fields, name)));
}

describe('every listed member is there', () => {
  it.each(Object.entries(LISTED) as [keyof Kinds, string][])('%s', (kind, names) => {
    expect(missing(kind, names)).toEqual([]);
  });
  it.each(Object.keys(kinds) as (keyof Kinds)[])('common members of %s', (kind) => {
    expect(missing(kind, COMMON)).toEqual([]);
  });
});
