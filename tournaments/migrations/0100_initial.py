"""All tables of 1.0, as Django writes them, then what only SQL can say (decision 54)."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.serializers.json
import django.core.validators
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from tournaments.migrations._steps import make_trigrams, refuse_older_databases, run_sql


class Migration(migrations.Migration):

    initial = True

    # Applied where the last step before 1.0 was. An older database is refused, see decision 54.
    replaces = [('tournaments', '0081_comments')]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.RunPython(refuse_older_databases, migrations.RunPython.noop),
        migrations.RunPython(make_trigrams, migrations.RunPython.noop),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=12)),
                ('table', models.PositiveIntegerField()),
                ('order', models.PositiveIntegerField(default=0)),
                ('handicap', models.PositiveSmallIntegerField(null=True)),
                ('reasons', models.JSONField(default=list)),
                ('version', models.PositiveBigIntegerField(default=0)),
            ],
            options={
                'db_table_comment': 'The tables of rounds. Who sits there is in the table of appearances.',
                'ordering': ('table',),
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=12, unique=True)),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('sort_key', models.CharField(editable=False, max_length=200)),
                ('name_key', models.CharField(default='', editable=False, max_length=400)),
                ('rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='rating')),
                ('official_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='official rating')),
                ('rating_source', models.CharField(blank=True, default='', max_length=60, verbose_name='rating from')),
                ('title', models.CharField(blank=True, max_length=10, verbose_name='title')),
                ('rank', models.CharField(blank=True, max_length=3, verbose_name='rank')),
                ('club', models.CharField(blank=True, max_length=100, verbose_name='club')),
                ('federation', models.CharField(blank=True, max_length=40, verbose_name='federation')),
                ('fide_id', models.CharField(blank=True, max_length=11, verbose_name='FIDE ID')),
                ('birth', models.CharField(blank=True, max_length=10, verbose_name='born')),
                ('sex', models.CharField(blank=True, max_length=1, verbose_name='sex')),
                ('checked_in', models.BooleanField(default=False, verbose_name='is here')),
                ('entered', models.PositiveSmallIntegerField(default=1)),
                ('withdrawn_after', models.PositiveSmallIntegerField(null=True)),
                ('may_have_bye', models.BooleanField(default=True, verbose_name='may receive the bye')),
                ('may_take_half_bye', models.BooleanField(default=True, verbose_name='may take half-point byes')),
                ('expelled_for', models.CharField(blank=True, default='', max_length=300, verbose_name='expelled for')),
                ('left_out', models.BooleanField(default=False, verbose_name='excluded from the table')),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed table')),
                ('deductions', models.JSONField(default=list)),
                ('outside', models.DecimalField(blank=True, decimal_places=3, max_digits=9, null=True, verbose_name='external value')),
                ('placed', models.JSONField(null=True)),
                ('version', models.PositiveBigIntegerField(default=0, editable=False)),
            ],
            options={
                'db_table_comment': 'Players of tournaments, or the teams where teams play.',
                'ordering': ('name_key', 'sort_key', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('draft', 'draft'), ('published', 'running'), ('closed', 'closed')], default='draft', max_length=12)),
                ('reasons', models.JSONField(default=list)),
                ('seats', models.JSONField(default=dict)),
                ('by_hand', models.JSONField(null=True)),
                ('not_paired', models.JSONField(default=list)),
                ('booster_pods', models.JSONField(default=list)),
                ('published_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('publication', models.JSONField(null=True)),
                ('best_of', models.PositiveSmallIntegerField(null=True)),
                ('clock_minutes', models.PositiveSmallIntegerField(null=True)),
                ('clock_started_at', models.DateTimeField(null=True)),
                ('clock_held_at', models.DateTimeField(null=True)),
                ('extensions', models.JSONField(default=dict)),
                ('began_at', models.DateTimeField(null=True)),
                ('late', models.JSONField(default=dict)),
            ],
            options={
                'db_table_comment': 'Rounds: drafts, published rounds and closed rounds. Numbers count through the tournament.',
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('system', models.CharField(max_length=32, verbose_name='pairing system')),
                ('options', models.JSONField(default=dict)),
                ('seating', models.CharField(choices=[('entry', 'in order of entry'), ('rating', 'by rating, highest first'), ('lot', 'by lot'), ('varma', 'by lot, club mates or compatriots do not meet in the last rounds (Varma)'), ('classes', 'by strength class, then by lot'), ('origin', 'by lot, club mates or compatriots far apart'), ('seeded', 'by lot around the seeds, club mates or compatriots apart'), ('pots', 'by lot from pots, club mates or compatriots apart'), ('hand', 'manual'), ('places', 'by places in the previous stage')], default='entry', max_length=8, verbose_name='player numbers')),
                ('planned_rounds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds')),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
                ('seed', models.CharField(max_length=32)),
                ('first_colour', models.CharField(choices=[('', ''), ('first', 'first'), ('second', 'second')], default='', max_length=8)),
                ('virtual_points', models.JSONField(default=dict)),
                ('drawn_at', models.DateTimeField(null=True)),
                ('drawn', models.JSONField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('qualification', models.JSONField(null=True)),
            ],
            options={
                'db_table_comment': 'Stages of tournaments, each with its pairing system and options.',
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('count', models.PositiveIntegerField()),
                ('until', models.DateTimeField()),
                ('forgotten_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'db_table_comment': 'How often something was tried lately, by hashed keys.',
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('signed_out', models.PositiveIntegerField(default=0, editable=False)),
                ('is_guest', models.BooleanField(default=False, editable=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'db_table_comment': 'Accounts of organisers and helpers. Players need none.',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='MatchSheet',
            fields=[
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sheet', serialize=False, to='tournaments.pairing')),
                ('first', models.JSONField(null=True)),
                ('second', models.JSONField(null=True)),
                ('boards', models.JSONField(default=list)),
            ],
            options={
                'db_table_comment': 'Line-ups and board results of team matches.',
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'db_table_comment': 'Names over several tournaments, which are its sections.',
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_has_name')],
            },
        ),
        migrations.CreateModel(
            name='Badge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='badge', to='tournaments.player')),
            ],
            options={
                'db_table_comment': "The codes on players' badges. Only hashes are kept.",
            },
        ),
        migrations.CreateModel(
            name='RatingList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('listed_on', models.DateField(verbose_name='date')),
                ('is_fide', models.BooleanField(default=False)),
                ('fuzzy', models.BooleanField(default=False)),
                ('lines', models.PositiveIntegerField(default=0)),
                ('loaded_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'db_table_comment': 'Rating lists that were loaded, one row for each list and day.',
                'ordering': ('name', '-listed_on'),
                'constraints': [models.UniqueConstraint(fields=('name', 'listed_on'), name='rating_list_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='rating_list_has_name')],
            },
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round'),
        ),
        migrations.CreateModel(
            name='Appearance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(choices=[(1, 'first'), (2, 'second'), (3, 'third'), (4, 'fourth')], null=True)),
                ('bye', models.CharField(choices=[('', ''), ('allocated', 'allocated'), ('full', 'full'), ('half', 'half'), ('zero', 'zero')], default='', max_length=12)),
                ('reasons', models.JSONField(default=list)),
                ('pairing', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appearances', to='tournaments.pairing')),
                ('player', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='appearances', to='tournaments.player')),
                ('round', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='appearances', to='tournaments.round')),
            ],
            options={
                'db_table_comment': 'Where each player is in a round: at a side of a table, or with a bye.',
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.player')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.stage')),
            ],
            options={
                'db_table_comment': 'The numbers of players in a stage: pairing numbers, or seats of a schedule.',
                'ordering': ('number',),
            },
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.stage'),
        ),
        migrations.CreateModel(
            name='Subscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=1000)),
                ('key', models.BinaryField(max_length=65)),
                ('secret', models.BinaryField(max_length=16)),
                ('origin', models.CharField(max_length=300)),
                ('language', models.CharField(max_length=16)),
                ('made_at', models.DateTimeField()),
                ('cursor', models.PositiveBigIntegerField()),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('badge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='tournaments.badge')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='tournaments.player')),
            ],
            options={
                'db_table_comment': "Browsers that are notified of a player's rounds (Web Push).",
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=12, unique=True)),
                ('place', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='rating')),
                ('title', models.CharField(blank=True, default='', max_length=10, verbose_name='title')),
                ('federation', models.CharField(blank=True, default='', max_length=40, verbose_name='federation')),
                ('fide_id', models.CharField(blank=True, default='', max_length=11, verbose_name='FIDE ID')),
                ('birth', models.CharField(blank=True, default='', max_length=10, verbose_name='born')),
                ('sex', models.CharField(blank=True, default='', max_length=1, verbose_name='sex')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.player')),
            ],
            options={
                'db_table_comment': 'Members of teams, in the order of boards.',
                'ordering': ('team', 'place'),
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('city', models.CharField(blank=True, default='', max_length=100, verbose_name='city')),
                ('federation', models.CharField(blank=True, default='', max_length=3, verbose_name='federation')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='last day')),
                ('round_dates', models.CharField(blank=True, default='', max_length=1000, verbose_name='days of the rounds')),
                ('chief_arbiter', models.CharField(blank=True, default='', max_length=100, verbose_name='chief arbiter')),
                ('deputy_arbiters', models.CharField(blank=True, default='', max_length=1000, verbose_name='deputy arbiters')),
                ('rate_of_play', models.CharField(blank=True, default='', max_length=100, verbose_name='rate of play')),
                ('time_control', models.CharField(blank=True, default='', max_length=100, verbose_name='time control for programs')),
                ('rank_method', models.CharField(blank=True, default='', max_length=5, verbose_name='initial ranking by')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('starts_on', models.DateField(verbose_name='date')),
                ('time_zone', models.CharField(max_length=64, verbose_name='time zone')),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('rules', models.CharField(max_length=64, verbose_name='tie-breaks')),
                ('rules_changes', models.JSONField(blank=True, default=dict)),
                ('is_public', models.BooleanField(default=True, verbose_name='public')),
                ('fide_mode', models.BooleanField(default=False, verbose_name='FIDE mode')),
                ('uses_check_in', models.BooleanField(default=False, verbose_name='players check in')),
                ('players_report', models.BooleanField(default=False, verbose_name='players report results with their badges')),
                ('players_decide', models.BooleanField(default=False, verbose_name='players check in, request byes and withdraw with their badges')),
                ('report_minutes', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(1440)], verbose_name='minutes until an undisputed report counts')),
                ('points_win', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='win')),
                ('points_draw', models.DecimalField(decimal_places=3, default=Decimal('0.5'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='draw')),
                ('points_loss', models.DecimalField(decimal_places=3, default=Decimal('0'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='loss')),
                ('points_forfeit_win', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='win by forfeit')),
                ('points_forfeit_loss', models.DecimalField(decimal_places=3, default=Decimal('0'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='loss by forfeit')),
                ('points_allocated_bye', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='bye by pairing')),
                ('points_full_bye', models.DecimalField(decimal_places=3, default=Decimal('1'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='full-point bye')),
                ('points_half_bye', models.DecimalField(decimal_places=3, default=Decimal('0.5'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='half-point bye')),
                ('points_zero_bye', models.DecimalField(decimal_places=3, default=Decimal('0'), max_digits=6, validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(999)], verbose_name='zero-point bye')),
                ('best_of', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(25)], verbose_name='games in a pairing')),
                ('by_games', models.BooleanField(default=False, help_text='For example, a two-game match won 1½-½ counts as three quarters of a win.', verbose_name='each game counts for a share of the points')),
                ('draws_allowed', models.BooleanField(default=True, verbose_name='draws are possible')),
                ('score_kind', models.CharField(blank=True, choices=[('', 'win or loss only, no scores'), ('discs', 'discs'), ('points', 'points or goals')], default='', max_length=8, verbose_name='scores')),
                ('score_total', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100000)], verbose_name='sum of both scores')),
                ('of_teams', models.BooleanField(default=False, help_text='The games in a pairing are then its boards, and captains submit line-ups.', verbose_name='teams play, each on several boards')),
                ('line_up_minutes', models.PositiveSmallIntegerField(default=0, help_text='0 for no deadline.', validators=[django.core.validators.MaxValueValidator(10080)], verbose_name='line-up deadline in minutes after publishing')),
                ('of_pods', models.BooleanField(default=False, editable=False)),
                ('half_byes_most', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='half-point byes per player')),
                ('half_byes_not_in_last', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='last rounds without half-point byes')),
                ('default_minutes', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(120)], verbose_name='default time in minutes')),
                ('start_positions', models.CharField(blank=True, choices=[('', 'chess'), ('round', 'Chess960, one position for all tables of a round'), ('table', 'Chess960, each table its own position')], default='', max_length=5, verbose_name='games start from')),
                ('first_label', models.CharField(default='White', max_length=20, verbose_name='first player is called')),
                ('second_label', models.CharField(default='Black', max_length=20, verbose_name='second player is called')),
                ('hall', models.JSONField(editable=False, null=True)),
                ('prizes', models.JSONField(editable=False, null=True)),
                ('club_teams', models.JSONField(editable=False, null=True)),
                ('screen', models.JSONField(editable=False, null=True)),
                ('left_fide', models.JSONField(editable=False, null=True)),
                ('revision', models.PositiveBigIntegerField(default=0, editable=False)),
                ('sheet', models.UUIDField(editable=False, null=True, unique=True)),
                ('section', models.CharField(blank=True, default='', editable=False, max_length=30, verbose_name='section')),
                ('place', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(editable=False, null=True)),
                ('archived_at', models.DateTimeField(editable=False, null=True)),
                ('event', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sections', to='tournaments.event')),
                ('trial_of', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='trials', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Tournaments with their settings. The revision is the number of the latest journal entry.',
                'ordering': ('-starts_on', 'name', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Task',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(max_length=43, unique=True)),
                ('key', models.CharField(max_length=200)),
                ('for_staff', models.BooleanField(default=True)),
                ('about', models.CharField(max_length=200)),
                ('facts', models.JSONField(default=dict)),
                ('to', models.TextField(blank=True)),
                ('back', models.TextField()),
                ('state', models.CharField(choices=[('running', 'running'), ('done', 'done'), ('stopped', 'stopped'), ('refused', 'refused'), ('lost', 'lost')], default='running', max_length=8)),
                ('to_be_stopped', models.BooleanField(default=False)),
                ('message', models.CharField(blank=True, max_length=200)),
                ('done', models.PositiveBigIntegerField(default=0)),
                ('of', models.PositiveBigIntegerField(default=0)),
                ('said', models.TextField(blank=True)),
                ('answer', models.BinaryField(null=True)),
                ('began_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Work that takes longer than a request, and how far it is.',
            },
        ),
        migrations.AddField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=12, unique=True)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('name', models.CharField(max_length=100)),
                ('club', models.CharField(blank=True, max_length=100)),
                ('rank', models.CharField(blank=True, default='', max_length=3)),
                ('rating', models.PositiveIntegerField(null=True)),
                ('federation', models.CharField(blank=True, max_length=40)),
                ('fide_id', models.CharField(blank=True, max_length=11)),
                ('at', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(null=True)),
                ('declined_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ups', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'People who signed up. Only the staff reads them before they are confirmed.',
                'ordering': ('pk',),
            },
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='player',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Operation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('operation', models.UUIDField()),
                ('of', models.CharField(max_length=64)),
                ('version', models.PositiveBigIntegerField()),
                ('made', models.CharField(blank=True, max_length=12)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='operations', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Operations of offline programs that were carried out, so that none is done twice.',
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('helper', 'helper (enters results)')], max_length=16, verbose_name='role')),
                ('first_table', models.PositiveSmallIntegerField(null=True)),
                ('last_table', models.PositiveSmallIntegerField(null=True)),
                ('until', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'The staff of each tournament, with roles.',
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('actor_name', models.CharField(blank=True, default='', max_length=150)),
                ('agent', models.CharField(max_length=80)),
                ('verb', models.CharField(max_length=40)),
                ('facts', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('changes', models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('reason', models.TextField(blank=True)),
                ('key', models.CharField(max_length=300, null=True)),
                ('key_of', models.CharField(blank=True, max_length=64)),
                ('joint', models.UUIDField(db_index=True, null=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='tournaments.journalentry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Every change of a tournament, numbered without gaps. Rows are never changed or deleted.',
                'ordering': ('-sequence',),
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('helper', 'helper (enters results)')], max_length=16, verbose_name='role')),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('first_table', models.PositiveSmallIntegerField(null=True)),
                ('last_table', models.PositiveSmallIntegerField(null=True)),
                ('until', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('used_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Links that make somebody a member of the staff, once. Only hashes of secrets are kept.',
            },
        ),
        migrations.CreateModel(
            name='ForbiddenPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=12, unique=True)),
                ('first_round', models.PositiveSmallIntegerField(default=1, verbose_name='from round')),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='to round')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairs', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Pairs of players who must not meet in some rounds.',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='FixedPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=12, unique=True)),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixed_pairs', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Pairs of players who are to meet in a round to come.',
                'ordering': ('round_number', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='ExternalId',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('program', models.CharField(blank=True, max_length=60)),
                ('value', models.CharField(max_length=100)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='external_ids', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='external_ids', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Ids that programs gave to players and tournaments.',
            },
        ),
        migrations.CreateModel(
            name='Enrolment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_open', models.BooleanField(default=False)),
                ('places', models.PositiveIntegerField(null=True)),
                ('closes_at', models.DateTimeField(null=True)),
                ('asks', models.JSONField(default=list)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='enrolment', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'How tournaments take sign-ups: places, closing time and questions.',
            },
        ),
        migrations.CreateModel(
            name='DeviceGrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('program', models.CharField(max_length=60)),
                ('device_hash', models.CharField(max_length=64, unique=True)),
                ('user_code', models.CharField(max_length=9, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('expires_at', models.DateTimeField()),
                ('interval', models.PositiveSmallIntegerField(default=5)),
                ('asked_at', models.DateTimeField(null=True)),
                ('allowed', models.BooleanField(null=True)),
                ('token_until', models.DateTimeField(null=True)),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Programs that wait for their code to be confirmed (RFC 8628).',
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('hint', models.CharField(max_length=8)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('expires_at', models.DateTimeField(verbose_name='valid until')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('asked_by', models.CharField(max_length=64, null=True, unique=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_with', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='made', to='tournaments.apitoken')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Keys of programs, with scopes and an end. Only hashes are kept.',
                'ordering': ('created_at',),
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(max_length=8, unique=True)),
                ('address', models.CharField(max_length=500, verbose_name='address')),
                ('topics', models.JSONField(blank=True, default=list)),
                ('whole', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('version', models.PositiveBigIntegerField()),
                ('salt', models.CharField(max_length=64)),
                ('former_salt', models.CharField(blank=True, max_length=64)),
                ('former_until', models.DateTimeField(null=True)),
                ('cursor', models.PositiveBigIntegerField()),
                ('again', models.JSONField(blank=True, default=list)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('off_at', models.DateTimeField(null=True)),
                ('off_because', models.CharField(blank=True, choices=[('failing', 'no valid answer for three days'), ('gone', 'the receiver answered that it is gone (410)'), ('not-allowed', 'its creator or token can no longer read this tournament'), ('by-hand', 'turned off manually')], max_length=16)),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('token', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.apitoken')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.tournament')),
            ],
            options={
                'db_table_comment': 'Addresses of programs that are told of events of a tournament.',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveBigIntegerField()),
                ('attempt', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('took', models.PositiveIntegerField()),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('fault', models.CharField(blank=True, choices=[('not-public', 'the address is in a private network'), ('timeout', 'no answer in time'), ('unreachable', 'the receiver could not be reached'), ('certificate', "the receiver's certificate is not valid")], max_length=16)),
                ('said', models.CharField(blank=True, max_length=300)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'db_table_comment': 'Attempts to deliver events to webhooks, and what came of them.',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Advance',
            fields=[
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='advance', serialize=False, to='tournaments.pairing')),
                ('side', models.PositiveSmallIntegerField(choices=[(1, 'first'), (2, 'second')])),
                ('how', models.CharField(choices=[('games', 'by games that decided'), ('lot', 'by lot'), ('decision', 'by decision')], max_length=8)),
                ('note', models.CharField(blank=True, default='', max_length=300)),
            ],
            options={
                'db_table_comment': 'Who goes on from a match of a knock-out, where the organiser said it.',
                'constraints': [models.CheckConstraint(condition=models.Q(('how__in', ('games', 'lot', 'decision')), ('side__in', (1, 2))), name='advance_known_words'), models.CheckConstraint(condition=models.Q(('how', 'decision'), ('note', ''), _negated=True), name='advance_decision_with_reason')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('pairing', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='result', serialize=False, to='tournaments.pairing')),
                ('first', models.CharField(choices=[('win', 'win'), ('draw', 'draw'), ('loss', 'loss')], max_length=4)),
                ('second', models.CharField(choices=[('win', 'win'), ('draw', 'draw'), ('loss', 'loss')], max_length=4)),
                ('decision', models.CharField(choices=[('played', 'played'), ('forfeit', 'forfeit'), ('ruling', 'ruling'), ('adjourned', 'adjourned')], default='played', max_length=9)),
                ('games_first', models.PositiveSmallIntegerField(null=True)),
                ('games_second', models.PositiveSmallIntegerField(null=True)),
                ('games_drawn', models.PositiveSmallIntegerField(null=True)),
                ('score_first', models.PositiveIntegerField(null=True)),
                ('score_second', models.PositiveIntegerField(null=True)),
                ('others', models.CharField(blank=True, default='', max_length=9)),
                ('entered_at', models.DateTimeField()),
                ('by', models.CharField(blank=True, default='', max_length=100)),
                ('at', models.DateTimeField(null=True)),
                ('note', models.CharField(blank=True, default='', max_length=300)),
                ('rated', models.JSONField(null=True)),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table_comment': "Results of pairings. Points are not stored: they follow from results and the tournament's settings.",
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('answered_by', models.CharField(blank=True, max_length=100)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='call', to='tournaments.player')),
            ],
            options={
                'db_table_comment': 'Players who wait for an organiser.',
                'ordering': ('at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('round_number__isnull', True), ('table__isnull', True)), models.Q(('round_number__isnull', False), ('table__isnull', False)), _connector='OR'), name='call_from_a_table_or_none')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('due_at', models.DateTimeField(null=True)),
                ('disputed_at', models.DateTimeField(null=True)),
                ('version', models.PositiveBigIntegerField()),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournaments.pairing')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournaments.player')),
            ],
            options={
                'db_table_comment': 'Results as players reported them, until the staff or the opponent settles them.',
                'ordering': ('at', 'pk'),
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='report_by_time')],
                'constraints': [models.UniqueConstraint(fields=('pairing', 'player'), name='report_once')],
            },
        ),
        migrations.CreateModel(
            name='RequestedBye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('kind', models.CharField(choices=[('half', 'half-point bye'), ('zero', 'zero-point bye'), ('full', 'full-point bye')], default='half', max_length=8, verbose_name='kind')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requested_byes', to='tournaments.player')),
            ],
            options={
                'db_table_comment': 'Byes that players asked for, in rounds to come.',
                'ordering': ('round_number',),
                'constraints': [models.UniqueConstraint(fields=('player', 'round_number'), name='requested_bye_once'), models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='requested_bye_round'), models.CheckConstraint(condition=models.Q(('kind__in', ('half', 'zero', 'full'))), name='requested_bye_kind')],
            },
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'table'), name='pairing_table_once'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('public_id',), name='pairing_public_id_once'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('table__gte', 1)), name='pairing_table_positive'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('handicap__lte', 9)), name='pairing_handicap'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'player'), name='appearance_player_once'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('pairing', 'side'), name='appearance_side_once'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bye', ''), ('pairing__isnull', False), ('side__in', (1, 2, 3, 4))), models.Q(('bye__in', ['allocated', 'full', 'half', 'zero']), ('pairing__isnull', True), ('side__isnull', True)), _connector='OR'), name='appearance_table_or_bye'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('stage', 'player'), name='seat_player_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('stage', 'number'), name='seat_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seat_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='subscription',
            constraint=models.UniqueConstraint(fields=('player', 'address'), name='subscription_once'),
        ),
        migrations.AddConstraint(
            model_name='subscription',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('attempts', 0), ('due_at__isnull', True), ('failing_since__isnull', True)), models.Q(('attempts__gt', 0), ('failing_since__isnull', False)), _connector='OR'), name='subscription_failing'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('team', 'place'), name='team_member_place_once'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_member_has_name'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='team_member_place_positive'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__range', (1, 25))), name='tournament_best_of'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('start_positions', ''), models.Q(('game', 'chess'), ('start_positions__in', ('round', 'table'))), _connector='OR'), name='tournament_start_positions'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('score_kind__in', ('', 'discs', 'points'))), name='tournament_score_kind'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('by_games', False), models.Q(('best_of__gt', 1), ('score_kind', '')), _connector='OR'), name='tournament_by_games'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('of_teams', False), models.Q(('best_of__gt', 1), ('by_games', False), ('draws_allowed', True), ('score_kind', '')), _connector='OR'), name='tournament_of_teams'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('of_pods', False), models.Q(('best_of', 1), ('by_games', False), ('of_teams', False), ('score_kind', '')), _connector='OR'), name='tournament_of_pods'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('fide_mode', False), ('left_fide__isnull', True), _connector='OR'), name='tournament_left_fide_once'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.UniqueConstraint(models.F('event'), django.db.models.functions.text.Lower('section'), name='section_named_once'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', True), ('place', 0), ('section', '')), models.Q(('event__isnull', False), ('place__gte', 1), models.Q(('section', ''), _negated=True)), _connector='OR'), name='section_of_event'),
        ),
        migrations.AddConstraint(
            model_name='task',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('key',), name='task_running_once'),
        ),
        migrations.AddConstraint(
            model_name='task',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ('running', 'done', 'stopped', 'refused', 'lost'))), name='task_state'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='stage_number_once'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='sign_up_has_name'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'draft')), fields=('tournament',), name='round_one_draft'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__range', (1, 25))), name='round_best_of'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ('draft', 'published', 'closed'))), name='round_status'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock_held_at__isnull', True), ('clock_minutes__isnull', True), ('clock_started_at__isnull', True)), models.Q(('clock_minutes__isnull', False), ('clock_started_at__isnull', False)), _connector='OR'), name='round_clock_whole'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['tournament', 'sort_key'], name='player_by_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('official_rating__lte', 9999)), name='player_official_rating'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('entered__gte', 1)), name='player_entered_positive'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('rank__regex', '^(|[1-9]k|[12][0-9]k|30k|[1-9]d)$')), name='player_rank'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('fixed_table__range', (1, 9999))), name='player_fixed_table'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('expelled_for', ''), ('withdrawn_after__isnull', False), _connector='OR'), name='player_expelled_has_left'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('left_out', False), models.Q(('expelled_for', ''), _negated=True), _connector='OR'), name='player_left_out_expelled'),
        ),
        migrations.AddConstraint(
            model_name='operation',
            constraint=models.UniqueConstraint(fields=('tournament', 'operation'), name='operation_once'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='member_once'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ('organiser', 'helper'))), name='member_role'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_table__isnull', True), ('last_table__isnull', True)), models.Q(('first_table__gte', 1), ('first_table__isnull', False), ('last_table__gte', models.F('first_table')), ('last_table__isnull', False), ('last_table__lte', 9999)), _connector='OR'), name='member_tables'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('role', 'helper'), models.Q(('first_table__isnull', True), ('until__isnull', True)), _connector='OR'), name='member_organiser_whole'),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(fields=['tournament', 'verb', 'sequence'], name='journal_by_verb'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.UniqueConstraint(fields=('tournament', 'sequence'), name='journal_sequence_once'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.UniqueConstraint(fields=('tournament', 'key'), name='journal_key_once'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_table__isnull', True), ('last_table__isnull', True)), models.Q(('first_table__gte', 1), ('first_table__isnull', False), ('last_table__gte', models.F('first_table')), ('last_table__isnull', False), ('last_table__lte', 9999)), _connector='OR'), name='invitation_tables'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role', 'helper'), models.Q(('first_table__isnull', True), ('until__isnull', True)), _connector='OR'), name='invitation_organiser_whole'),
        ),
        migrations.AddConstraint(
            model_name='forbiddenpair',
            constraint=models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='forbidden_pair_of_two'),
        ),
        migrations.AddConstraint(
            model_name='forbiddenpair',
            constraint=models.CheckConstraint(condition=models.Q(('first_round__gte', 1), models.Q(('last_round__isnull', True), ('last_round__gte', models.F('first_round')), _connector='OR')), name='forbidden_pair_rounds'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='fixed_pair_of_two'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='fixed_pair_round'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.UniqueConstraint(fields=('round_number', 'first'), name='fixed_pair_first_once'),
        ),
        migrations.AddConstraint(
            model_name='fixedpair',
            constraint=models.UniqueConstraint(fields=('round_number', 'second'), name='fixed_pair_second_once'),
        ),
        migrations.AddConstraint(
            model_name='externalid',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('tournament', 'owner', 'program', 'value'), name='external_id_once'),
        ),
        migrations.AddConstraint(
            model_name='externalid',
            constraint=models.UniqueConstraint(fields=('player', 'owner', 'program'), name='external_id_one_a_player'),
        ),
        migrations.AddConstraint(
            model_name='externalid',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False), _negated=True), fields=('owner', 'program', 'value'), name='external_id_of_one_tournament'),
        ),
        migrations.AddConstraint(
            model_name='externalid',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False), _negated=True), fields=('tournament', 'owner', 'program'), name='external_id_one_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='externalid',
            constraint=models.CheckConstraint(condition=models.Q(('value', ''), _negated=True), name='external_id_is_one'),
        ),
        migrations.AddConstraint(
            model_name='enrolment',
            constraint=models.CheckConstraint(condition=models.Q(('places__isnull', True), ('places__range', (1, 20000)), _connector='OR'), name='enrolment_places'),
        ),
        migrations.AddConstraint(
            model_name='devicegrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('allowed__isnull', True), ('used_at__isnull', True)), models.Q(('allowed', False), ('used_at__isnull', True), ('user__isnull', False)), models.Q(('allowed', True), ('token_until__isnull', False), ('user__isnull', False)), _connector='OR'), name='device_decided'),
        ),
        migrations.AddIndex(
            model_name='webhook',
            index=models.Index(condition=models.Q(('off_at__isnull', True)), fields=['tournament'], name='webhook_at_work'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('off_at__isnull', True), ('off_because', '')), models.Q(('off_at__isnull', False), ('off_because__in', ('failing', 'gone', 'not-allowed', 'by-hand'))), _connector='OR'), name='webhook_off'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('attempts', 0), ('due_at__isnull', True), ('failing_since__isnull', True)), models.Q(('attempts__gt', 0), ('failing_since__isnull', False)), _connector='OR'), name='webhook_failing'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('fault', ''), ('status__isnull', False)), models.Q(('fault__in', ('not-public', 'timeout', 'unreachable', 'certificate')), ('status__isnull', True)), _connector='OR'), name='delivery_answered_or_not'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('decision__in', ['played', 'forfeit', 'ruling', 'adjourned']), ('first__in', ['win', 'draw', 'loss']), ('second__in', ['win', 'draw', 'loss'])), name='result_known_words'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decision', 'adjourned'), _negated=True), models.Q(('first', 'draw'), ('second', 'draw')), _connector='OR'), name='result_adjourned_drawn'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('games_drawn__isnull', True), ('games_first__isnull', True), ('games_second__isnull', True)), models.Q(('games_drawn__isnull', False), ('games_first__isnull', False), ('games_second__isnull', False)), _connector='OR'), name='result_games_whole'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('score_first__isnull', True), ('score_second__isnull', True)), models.Q(('score_first__isnull', False), ('score_second__isnull', False)), _connector='OR'), name='result_score_whole'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('others', ''), models.Q(('games_first__isnull', True), ('others__regex', '^(win|draw|loss)( (win|draw|loss))?$'), ('score_first__isnull', True)), _connector='OR'), name='result_pod_whole'),
        ),
        run_sql('round_references', 1),
        run_sql('row_checks', 1),
        run_sql('result_fits', 1),
        run_sql('json_storage', 1),
    ]
